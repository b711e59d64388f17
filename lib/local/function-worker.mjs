/** A function's thread, like Lambda's runtime. In JavaScript: to remove types would take half of each start. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

const { AWS_LAMBDA_FUNCTION_NAME: functionName, LAMBDA_TASK_ROOT = '' } = process.env;
const bundle = `${LAMBDA_TASK_ROOT}/index.mjs`;

/** @type {SourceMap | undefined} */
let map;

/**
 * The place of a stack frame in the sources, if the bundle has a source map.
 *
 * @param {string} frame
 */
const inSources = (frame) => {
  if (!map && existsSync(`${bundle}.map`))
    map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  return frame.replace(/file:\S*\/index\.mjs:(\d+):(\d+)/, (place, line, column) => {
    const entry = map?.findEntry(line - 1, column - 1);
    if (!entry || !('originalSource' in entry)) return place;
    const { originalSource, originalLine, originalColumn } = entry;
    // The sources are relative to the output's folder.
    const file = path.posix.join('functions', originalSource);
    return `${file}:${originalLine + 1}:${originalColumn + 1}`;
  });
};

/** The last errors whose stack was read. @type {Error[]} */
let seen = [];

Error.prepareStackTrace = (error, frames) => {
  seen = [error, ...seen].slice(0, 10);
  const places = frames.map((frame) => `\n    at ${inSources(String(frame))}`);
  return `${error.name}: ${error.message}${places.join('')}`;
};

// In AWS, functions log an error without its message, which may quote a caller's text. Only the terminal shows it.
for (const level of /** @type {const} */ (['error', 'warn'])) {
  const print = console[level];
  console[level] = (line, ...more) => {
    const { stack } = line?.fault ?? line?.unprimed ?? {};
    const error = stack && seen.find((one) => one.stack?.endsWith(stack.join('\n')));
    if (!error) return print(line, ...more);
    const { fault: _, unprimed, ...facts } = line;
    if (unprimed)
      print(`${functionName}: the warm-up at its start failed, before any request:`, error);
    else print(facts, error);
  };
}

const { handler } = await import(pathToFileURL(bundle).href);

parentPort?.on('message', async ({ event, deadline }) => {
  const getRemainingTimeInMillis = () => Math.max(0, deadline - Date.now());
  const context = { awsRequestId: randomUUID(), functionName, getRemainingTimeInMillis };
  try {
    const json = JSON.stringify(await handler(event, context)) ?? 'null';
    parentPort?.postMessage({ kind: 'result', result: JSON.parse(json) });
  } catch (error) {
    console.error(error);
    parentPort?.postMessage({ kind: 'failed', error: String(Object(error).message ?? error) });
  }
});
parentPort?.postMessage('loaded');
