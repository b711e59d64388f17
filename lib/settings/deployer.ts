/** Who may deploy from GitHub: what the operator says with `-c` when the deployer is deployed. */
import { stageNames } from './stages.ts';

/** From which jobs of GitHub Actions the account is deployed to. */
export interface DeployerSettings {
  /** The repository as tokens of its jobs name it: `octo-org@123456/octo-repo@456789`, or without the numbers. */
  readonly repository: string;
  /** The environments whose jobs may deploy, each with the name of the stage that it deploys. */
  readonly environments: readonly string[];
  /** Whether the account knows GitHub as an identity provider already: an account can have it only once. */
  readonly hasProvider: boolean;
}

/**
 * Reads the settings from the context values `deployer`, `environments` (names with commas between, all
 * stages' where absent) and `provider` (`existing`, or absent).
 *
 * Repositories that were made, renamed or moved since 15 July 2026 are named with their numbers and their
 * owners', so that nobody gets at the account by taking a name that became free. See
 * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
 *
 * @throws {RangeError} for a value that can't be.
 */
export const deployerSettings = (contextValue: (name: string) => unknown): DeployerSettings => {
  const repository = String(contextValue('deployer'));
  if (!repositories.test(repository)) {
    throw new RangeError(
      `The context value "deployer" is a repository, as in octo-org/octo-repo or octo-org@123456/octo-repo@456789, not "${repository}".`,
    );
  }
  const environments = String(contextValue('environments') ?? stageNames).split(',');
  const unknown = environments.find((name) => !stageNames.includes(name));
  if (unknown !== undefined) {
    throw new RangeError(
      `The context value "environments" takes names of stages (${stageNames.join(', ')}), not "${unknown}".`,
    );
  }
  const provider = contextValue('provider');
  if (provider !== undefined && provider !== 'existing') {
    throw new RangeError(`The context value "provider" can only be "existing", not "${provider}".`);
  }
  return { repository, environments, hasProvider: provider !== undefined };
};

const repositories = /^[\w.-]+(\/[\w.-]+|@\d+\/[\w.-]+@\d+)$/;
