import { openEndpoint } from './endpoint.ts';
import type { HealthResponse } from './responses.ts';

/** `GET /v1/health`: says that the service answers, and in which version. */
export const handler = openEndpoint(
  (): HealthResponse => ({
    status: 'ok',
    version: process.env.SERVICE_VERSION as string,
  }),
);
