/** Not an endpoint: a schedule runs it once a minute on stages with a probe. */
import { parameterReader } from '../aws/parameter.ts';
import { readSettings } from '../settings/needs.ts';
import { needs, probe } from './probe.ts';

const { BASE_URL, KEY_PARAMETER } = readSettings(needs, process.env);

export const handler = probe({
  baseUrl: BASE_URL,
  keyParameter: KEY_PARAMETER,
  readParameter: parameterReader(),
  timeouts: { connection: 3_000, answer: 10_000 },
  now: Date.now,
});
