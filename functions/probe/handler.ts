/** Not an endpoint: a schedule runs it once a minute on stages with a probe. */
import { readSettings } from '../settings/needs.ts';
import { needs, probe } from './probe.ts';

export const handler = probe(readSettings(needs, process.env), {
  connection: 3_000,
  answer: 10_000,
});
