/** A function's thread, like Lambda's runtime. In JavaScript: to remove types would take half of each start. */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

const { AWS_LAMBDA_FUNCTION_NAME: functionName, LAMBDA_TASK_ROOT = '' } = process.env;
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
