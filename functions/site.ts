/**
 * The site: pages for people, and the API's description. The files lie beside the function, each in
 * all its codings, so that nothing is compressed or put together while somebody waits.
 */
import { promises, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { answer, type Entry } from './site/answer.ts';

/** `LAMBDA_TASK_ROOT` is where Lambda unpacks a function. */
const folder = path.join(String(process.env.LAMBDA_TASK_ROOT), 'site');

const entries = new Map<string, Entry>(
  Object.entries(JSON.parse(readFileSync(path.join(folder, 'entries.json'), 'utf8'))),
);

/** Any path of the site. */
export const handler = ({
  rawPath,
  headers,
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  answer(entries.get(rawPath), headers, (file, coding) =>
    promises.readFile(path.join(folder, coding ? `${file}.${coding}` : file)),
  );
