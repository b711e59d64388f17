/**
 * The site: pages for people, and the API's description. Its files are compressed at build time; only bodies
 * that contain the stage's address are compressed at run time. It also answers requests that match no route.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { readSettings } from '../environment/environment.ts';
import { headerValue } from '../request/headers.ts';
import { fileResponse, prefersHtml } from './file-response.ts';
import { type NoRoutePage, noRouteResponse, type PathTable } from './no-route.ts';
import { needs, readEntries } from './placeholders.ts';

/** The site's files, beside the function's code. */
const folder = path.join(String(process.env.LAMBDA_TASK_ROOT), 'site');

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const entries = readEntries(read('entries.json'), readSettings(needs, process.env));
const paths: PathTable = JSON.parse(read('paths.json'));
const noRoutePage: NoRoutePage = JSON.parse(read('no-route-page.json'));

export const handler = async ({
  rawPath,
  headers,
  requestContext: { http },
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const entry = ['GET', 'HEAD'].includes(http.method) ? entries.get(rawPath) : undefined;
  if (entry === undefined) {
    const page = prefersHtml(headerValue(headers, 'accept')) ? noRoutePage : undefined;
    return noRouteResponse(http.method, rawPath, paths, page);
  }
  return fileResponse(entry, headers, (file, coding) =>
    readFileSync(path.join(folder, coding ? `${file}.${coding}` : file)),
  );
};
