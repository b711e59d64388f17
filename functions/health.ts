import * as v from 'valibot';
import { openEndpoint } from './endpoint.ts';
import type { HealthResponse } from './http/responses.ts';
import { readEnvironment } from './settings/environment.ts';

const { SERVICE_VERSION: version } = readEnvironment(
  v.object({ SERVICE_VERSION: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)) }),
  process.env,
);

/** `GET /v1/health`: says that the service answers, and in which version. */
export const handler = openEndpoint((): HealthResponse => ({ status: 'ok', version }));
