/**
 * The site: pages for people, and the API's description. The files lie beside the function, each in
 * all its codings, so that nothing is compressed or put together while somebody waits, but for what names
 * the address of the stage.
 */
import { existsSync, promises, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { readEnvironment } from './settings/environment.ts';
import { readEntries } from './site/entries.ts';
import { answer } from './site/file-answer.ts';

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

const entries = readEntries(readFileSync(path.join(folder, 'entries.json'), 'utf8'), process.env);

/** Any path of the site. */
export const handler = ({
  rawPath,
  headers,
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  answer(entries.get(rawPath), headers, (file, coding) =>
    promises.readFile(path.join(folder, coding ? `${file}.${coding}` : file)),
  );
