/** The settings of the deployer for GitHub Actions, given as CDK context with `-c`. */
import { stageNames } from './stages.ts';

export interface DeployerSettings {
  /** As in the jobs' tokens: `octo-org@123456/octo-repo@456789`, or without the numbers. */
  readonly repository: string;
  /** The GitHub environments whose jobs may deploy, named like the stages. */
  readonly environments: readonly string[];
  /** Whether the AWS account already has GitHub as an identity provider, which it can have only once. */
  readonly hasProvider: boolean;
}

/**
 * Reads the context values `deployer`, `environments` (comma-separated; default: all stages) and `provider`
 * (`existing` or absent).
 *
 * Tokens of repositories that were created, renamed or moved since 15 July 2026 contain numeric ids, so that
 * nobody gets access by taking over a name:
 * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
 *
 * @throws {RangeError} for an invalid value.
 */
export const deployerSettings = (contextValue: (name: string) => unknown): DeployerSettings => {
  const repository = String(contextValue('deployer'));
  if (!repositories.test(repository)) {
    const examples = 'octo-org/octo-repo or octo-org@123456/octo-repo@456789';
    throw invalid('deployer', repository, `be a repository, such as ${examples}`);
  }
  const environments = String(contextValue('environments') ?? stageNames).split(',');
  const unknown = environments.find((name) => !stageNames.includes(name));
  if (unknown !== undefined) {
    throw invalid('environments', unknown, `list stages (${stageNames.join(', ')})`);
  }
  const provider = contextValue('provider');
  if (provider !== undefined && provider !== 'existing') {
    throw invalid('provider', provider, 'be "existing"');
  }
  return { repository, environments, hasProvider: provider !== undefined };
};

const invalid = (name: string, value: unknown, must: string): RangeError =>
  new RangeError(`Invalid context value "${name}": "${value}". It must ${must}.`);

const repositories = /^[\w.-]+(\/[\w.-]+|@\d+\/[\w.-]+@\d+)$/;
