/** A thread that judges one regular expression after the other. */
import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';

parentPort?.on('message', (regex) => parentPort?.postMessage(judge(regex)));
