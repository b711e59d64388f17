/**
 * The site: pages for people, and the API's description. The files lie beside the function, each in
 * all its codings, so that nothing is compressed or put together while somebody waits, but for what names
 * the address of the stage. It also answers what no route takes.
 */
import path from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { headerValue } from '../http/header-value.ts';
import { readEnvironment } from '../settings/environment.ts';
import { prefersHtml } from './accepted.ts';
import { readEntries } from './entries.ts';
import { fileAnswer } from './file-answer.ts';
import { pathFinder } from './known-paths.ts';
import { noRoute, type RefusalPage } from './no-route.ts';

// Not imported: in the bundles, `node:fs` is what the SDK needs of it.
const { existsSync, promises, readFileSync } = process.getBuiltinModule('node:fs');

/** Where Lambda has unpacked the function: it says so on every function. */
const { LAMBDA_TASK_ROOT: root } = readEnvironment(
  v.object({
    LAMBDA_TASK_ROOT: v.pipe(
      v.string(),
      v.check((folder) => existsSync(path.join(folder, 'site'))),
    ),
  }),
  process.env,
);
const folder = path.join(root, 'site');

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const entries = readEntries(read('entries.json'), process.env);
const findPath = pathFinder(JSON.parse(read('paths.json')));
const refusalPage: RefusalPage = JSON.parse(read('refusal-page.json'));

/** Any path of the site, and whatever no route takes. */
export const handler = async ({
  rawPath,
  headers,
  requestContext: { http },
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const entry = ['GET', 'HEAD'].includes(http.method) ? entries.get(rawPath) : undefined;
  if (entry === undefined) {
    const page = prefersHtml(headerValue(headers, 'accept')) ? refusalPage : undefined;
    return noRoute(http.method, rawPath, findPath, page);
  }
  return fileAnswer(entry, headers, (file, coding) =>
    promises.readFile(path.join(folder, coding ? `${file}.${coding}` : file)),
  );
};
