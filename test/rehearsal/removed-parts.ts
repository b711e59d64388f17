/** Parts to remove from the template of `prod`, each with the error that must follow. */
import type { Template } from '../support/synth.ts';

interface Case {
  readonly what: string;
  /** The resource's logical id. */
  readonly id: RegExp;
  /** Selects the part of the resource to remove. Default: all of it. */
  readonly part?: (key: string, value: unknown) => boolean;
  /** A check's error. */
  readonly difference: RegExp;
  /** The reason: a missing permission, or a function's output. */
  readonly reason?: RegExp;
}

/** Each part breaks something else, so that one rehearsal shows all. */
export const cases: readonly Case[] = [
  {
    what: 'a route',
    id: /^ApiPOSTv1shout[0-9A-F]{8}$/,
    difference: /^POST \/v1\/shout answers 200 .*status: expected 200, got 404/m,
  },
  {
    what: 'the default route',
    id: /^ApiDefaultRoute[0-9A-F]{8}$/,
    difference: /^an unknown path is .*: GET \/assets: what is not as described: .*the body/m,
  },
  {
    what: "API Gateway's permission to invoke an alias",
    id: /^ApiPOSTv1screamScreamFunctionPermission/,
    difference: /^POST \/v1\/scream answers 200 .*status: expected 200, got 500/m,
    reason: /API Gateway may not invoke \S*ScreamFunction:live for POST \/v1\/scream/,
  },
  {
    what: 'an action that a role allows',
    id: /^WhisperFunctionRoleDefaultPolicy/,
    part: (_, value) => Object(value).Action === 'dynamodb:UpdateItem',
    difference: /^POST \/v1\/whisper answers 200 .*status: expected 200, got 503/m,
    reason: /WhisperFunction may not dynamodb:UpdateItem on arn:aws:dynamodb:\S*QuotaTable/,
  },
  {
    what: 'a region in which a role allows the model',
    id: /^EmphasizeFunctionRoleDefaultPolicy/,
    part: (_, value) => String(value).startsWith(':bedrock:us-west-2'),
    difference: /^POST \/v1\/emphasize makes .*model: expected amazon\.nova\S*, got "amplify-sal/m,
    reason: /EmphasizeFunction may not bedrock:InvokeModel on arn:aws:bedrock:us-west-2::/,
  },
  {
    what: 'a variable of a function',
    id: /^RateLimitsFunction$/,
    part: (key) => key === 'QUOTA_TABLE',
    difference: /^GET \/v1\/rate-limits .*status.*: expected \d+, got 500/m,
    reason: /QUOTA_TABLE/,
  },
  {
    what: 'the authorizer of a route',
    id: /^ApiGETaccount[0-9A-F]{8}$/,
    part: (key) => key.startsWith('Authoriz'),
    difference: /401 without an access token: GET \/account: status: expected 401, got 500/m,
  },
  {
    what: 'a header that pages may send',
    id: /^Api[0-9A-F]{8}$/,
    part: (_, value) => value === 'x-api-key',
    difference: /CORS, preflight.*: \/v1\/shout: Access-Control-Allow-Headers: /m,
  },
];

/** Removes all parts from a template. */
export const withoutParts = ({ Resources, ...template }: Template): Template => ({
  ...template,
  Resources: Object.fromEntries(
    Object.entries(Resources).flatMap(([id, resource]) => {
      const found = cases.find((one) => one.id.test(id));
      if (found === undefined) return [[id, resource]];
      const { part } = found;
      if (part === undefined) return [];
      const without = (key: string, value: unknown) => (part(key, value) ? undefined : value);
      return [[id, JSON.parse(JSON.stringify(resource), without)]];
    }),
  ),
});
