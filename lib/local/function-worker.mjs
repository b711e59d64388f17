/** A function's thread, like Lambda's runtime. In JavaScript: to remove types would take half of each start. */
import { randomUUID } from 'node:crypto';
import { findSourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

const { AWS_LAMBDA_FUNCTION_NAME: functionName, LAMBDA_TASK_ROOT } = process.env;
const project = new URL('../../', import.meta.url).href;

/** The last errors whose stack was read. @type {Error[]} */
let seen = [];

process.setSourceMapsEnabled(true);
Error.prepareStackTrace = (error, frames) => {
  seen = [error, ...seen].slice(0, 10);
  const places = frames.map((frame) => {
    const map = findSourceMap(frame.getFileName() ?? '');
    const origin = map?.findOrigin(Number(frame.getLineNumber()), Number(frame.getColumnNumber()));
    if (!origin || !('fileName' in origin)) return frame;
    return `${origin.fileName.replace(project, '')}:${origin.lineNumber}:${origin.columnNumber}`;
  });
  return [`${error.name}: ${error.message}`, ...places].join('\n    at ');
};

// In AWS, functions log an error without its message, which may quote a caller's text. Only the terminal shows it.
for (const level of /** @type {const} */ (['error', 'warn'])) {
  const print = console[level];
  console[level] = (line, ...more) => {
    const { fault, unprimed, ...facts } = Object(line);
    const stack = (fault ?? unprimed)?.stack?.join('\n');
    const error = stack && seen.find((fault) => fault.stack?.endsWith(stack));
    if (!error) print(line, ...more);
    else if (fault) print(facts, error);
    else print(`${functionName}: the warm-up at its start failed, before any request:`, error);
  };
}

const { handler } = await import(pathToFileURL(`${LAMBDA_TASK_ROOT}/index.mjs`).href);

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
