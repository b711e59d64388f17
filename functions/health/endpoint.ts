/** `GET /v1/health`: says that the service answers, and in which version. */
import * as v from 'valibot';
import manifest from '../../package.json' with { type: 'json' };
import type { Documentation, Route } from '../endpoint.ts';
import { longestName } from '../http/response-fields.ts';

export const route = {
  method: 'GET',
  path: '/v1/health',
  access: 'open',
  head: true,
} as const satisfies Route;

/** A version of the service. */
export const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/));

/** The health response of the specification. */
export const response = () =>
  v.object({
    status: v.pipe(v.literal('ok'), v.description('That the service answers.')),
    version: v.pipe(
      version,
      v.maxLength(longestName),
      v.description('The version of the service.'),
    ),
  });

export const work = (version: string): v.InferOutput<ReturnType<typeof response>> => ({
  status: 'ok',
  version,
});

export const documentation = (): Documentation<undefined, typeof response> => ({
  tag: 'Service',
  description:
    'Whether the service answers, and its version. It needs no key; one that is sent is not looked at. `HEAD` is answered as `GET` is, but for the body.',
  response: { schema: 'Health' },
  examples: {
    well: {
      summary: 'The service answers',
      response: { status: 'ok', version: manifest.version },
    },
  },
});
