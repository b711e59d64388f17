/** Not an endpoint: a schedule runs it once a minute on stages with a probe. */
import { readSettings } from '../environment/environment.ts';
import { createProbe, needs } from './probe.ts';

export const handler = createProbe(readSettings(needs, process.env), {
  connection: 3_000,
  answer: 10_000,
});
