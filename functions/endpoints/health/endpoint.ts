/** `GET /v1/health`: reports that the service works, and its version. */
import * as v from 'valibot';
import manifest from '../../../package.json' with { type: 'json' };
import { openNeeds, variables } from '../../environment/environment.ts';
import { longestName } from '../../request/fields.ts';
import type { Documentation } from '../definition.ts';

export const route = { method: 'GET', path: '/v1/health', access: 'open', head: true } as const;

export const needs = { ...openNeeds, SERVICE_VERSION: [] } as const;

export const response = () =>
  v.object({
    status: v.pipe(v.literal('ok'), v.description('Always `ok`.')),
    version: v.pipe(
      variables.SERVICE_VERSION,
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
    'Reports whether the service works, and its version. Requires no key, and ignores one that is sent. Also accepts `HEAD`.',
  response: { schema: 'Health' },
  examples: {
    well: {
      summary: 'The service works',
      response: { status: 'ok', version: manifest.version },
    },
  },
});
