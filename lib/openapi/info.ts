/** The description's text about the service as a whole. */
import manifest from '../../package.json' with { type: 'json' };
import { quotaInWords } from '../settings/plans.ts';
import { dashboardPath } from '../settings/site-routes.ts';
import { type Stage, stagePlans } from '../settings/stages.ts';

const prose = (stage: Stage): string => `\
Changes the case of a text, appends exclamation marks, or puts words that a model chooses in bold. All bodies are JSON.

## Key and quota

Send a key in \`X-API-Key\`. ${acceptedKeys(stage.keys)} ${quotas(stage)} The guide says more about [keys](/guide#your-key), [the quota](/guide#your-quota), [errors](/guide#errors) and [texts](/guide#your-text).

## Versions

This is a public beta: behaviour may change between minor versions (the middle number), such as the words that \`emphasize\` chooses and the wording of \`detail\`; fields and headers may be added. A breaking change is announced under "Deprecated" in the [changelog](/changelog) at least 90 days before, during which \`/v1\` works as it did; it raises the minor version, and is listed under "Breaking". \`GET /v1/health\` returns the version.`;

const quotas = (stage: Stage): string => {
  const { keys, contact } = stage;
  const plans = stagePlans(stage);
  if (keys.policy === 'demo' || plans.length === 1) return `Each has ${plans.map(quotaInWords)}.`;
  const listed = plans.map((plan) => `${plan.name}, ${quotaInWords(plan)}`).join('; ');
  const way = contact
    ? `for another, and its price, write to ${contact}`
    : 'there is no address yet to ask for another';
  return `A key's plan says how many requests it has: ${listed}. New accounts get the plan ${keys.accounts.firstPlan}; ${way}.`;
};

export const info = (stage: Stage) => ({
  title: 'Amplify',
  version: manifest.version,
  summary: `${manifest.description}.`,
  description: prose(stage),
  contact: { name: 'The Amplify authors', ...(stage.contact && { email: stage.contact }) },
  license: { name: 'MIT', identifier: manifest.license },
});

export const keyScheme = ({ keys }: Stage) => ({
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: `${acceptedKeys(keys)} \`Authorization: Bearer\` is ignored.`,
});

const acceptedKeys = (keys: Stage['keys']): string =>
  keys.policy === 'demo'
    ? `Any non-empty key is accepted, except ${keys.revoked.map((key) => `\`${key}\``).join(', ')}.`
    : `Keys are created on the [dashboard](${dashboardPath}), or by the operator. One that is revoked, or whose account is deleted, may be accepted for another minute.`;

export const tags = [
  { name: 'Text', description: 'Transforms a text. Each request takes a slot.' },
  {
    name: 'Service',
    description: 'The state of the service and of the quota. Requests take no slot.',
  },
] as const;
