/** What the functions need, and what only the version before them needed. */
import type { Needs } from '../../functions/settings/needs.ts';
import { needs as site } from '../../functions/site/needs.ts';
import { endpoints, functionId } from '../../lib/settings/endpoints.ts';
import { probeFunction, signUpFunction } from '../../lib/settings/functions.ts';
import { siteFunctionId } from '../../lib/settings/site-routes.ts';

/** By the logical id of the function. */
export const needsOf: ReadonlyMap<string, Needs> = new Map([
  ...endpoints.map((endpoint): [string, Needs] => [functionId(endpoint), endpoint.needs]),
  [probeFunction.id, probeFunction.needs],
  [siteFunctionId, site],
  [signUpFunction.id, signUpFunction.needs],
]);

/** The actions that only the version before calls. */
export const formerActions = (needs: Needs) =>
  Object.values(needs)
    .flat()
    .filter((entry) => typeof entry !== 'string');

/** The versions that can follow another. */
const successors = (version: string): readonly string[] => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
};

/** The actions whose last version is not the one before `version`, so that they must be removed. */
export const outdatedActions = (needs: Needs, version: string): readonly string[] =>
  formerActions(needs)
    .filter(({ until }) => !successors(until).includes(version))
    .map(({ action, until }) => `${action} until ${until}`);
