/** A thread that checks regular expressions, one at a time. */
import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';

parentPort?.on('message', (regex) => parentPort?.postMessage(judge(regex)));
