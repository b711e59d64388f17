/** Not an endpoint: a schedule runs it once a minute on stages with a probe. */
import * as v from 'valibot';
import { parameterReader } from '../aws/parameter.ts';
import { readEnvironment } from '../settings/environment.ts';
import { probe } from './probe.ts';

const { BASE_URL, KEY_PARAMETER } = readEnvironment(
  v.object({
    BASE_URL: v.pipe(v.string(), v.url()),
    KEY_PARAMETER: v.optional(v.string()),
  }),
  process.env,
);

export const handler = probe({
  baseUrl: BASE_URL,
  keyParameter: KEY_PARAMETER,
  readParameter: parameterReader(),
  timeouts: { connection: 3_000, answer: 10_000 },
  now: Date.now,
});
