/** The local server, for tests over HTTP. */
import { afterAll } from '@jest/globals';
import { killPrograms, type Service } from './local-server.ts';
import { askShared } from './shared/ask.ts';

export {
  programEnvironment,
  projectRoot,
  type Service,
  startProgram,
  startService,
} from './local-server.ts';

// What a test file starts ends with it at the latest.
afterAll(killPrograms);

/** A local server that other test files use, too. */
export type SharedService = Pick<Service, 'url' | 'dynamodbUrl' | 'signInUrl'>;

/**
 * A local server that was started with these variables and words: the same one for all test files that want
 * the same. Each sends keys of its own.
 */
export const sharedService = (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<SharedService> => askShared('service', { env, args });

/** The longest window, so that it does not turn while slots are counted: but for midnight UTC. */
export const longWindow = { QUOTA_WINDOW_SECONDS: '86400' };

/** The one that takes any key: 30 slots of each, in a day. */
export const sharedDemo = (): Promise<SharedService> => sharedService(longWindow);

/** The one whose windows turn while a test looks on: a slot in each 2 seconds. */
export const sharedTurning = (): Promise<SharedService> =>
  sharedService({ QUOTA_LIMIT: '1', QUOTA_WINDOW_SECONDS: '2' });

/** The one that is like a stage with accounts, but for its windows of an hour. Each signs in with addresses of its own. */
export const sharedProduction = (): Promise<SharedService> =>
  sharedService({ QUOTA_WINDOW_SECONDS: '3600' }, ['--stage', 'prod']);
