/** Local servers for tests over HTTP. */
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

afterAll(killPrograms);

export interface SharedService extends Pick<Service, 'url' | 'dynamodbUrl' | 'signInUrl'> {
  /** Its output so far. */
  readonly printed: string;
}

/** Waits until the site is built, which a server does at its first request, and a busy machine takes long for. */
export const siteOf = async (service: SharedService): Promise<SharedService> => {
  await fetch(`${service.url}/openapi.json`);
  return service;
};

/** A local server that test files with the same options share. Each must use its own keys. */
const sharedService = (
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<SharedService> => askShared('service', { env, args });

/** The longest window, so that it rarely ends during a test. */
export const longWindow = { QUOTA_WINDOW_SECONDS: '86400' };

/** Accepts any key, with 30 slots a day. */
export const sharedDemo = (): Promise<SharedService> => sharedService(longWindow);

/** Has one slot per 2 s. */
export const sharedTurning = (): Promise<SharedService> =>
  sharedService({ QUOTA_LIMIT: '1', QUOTA_WINDOW_SECONDS: '2' });

/** Has accounts, and windows of an hour. Each test file must use its own addresses. */
export const sharedProduction = (): Promise<SharedService> =>
  sharedService({ QUOTA_WINDOW_SECONDS: '3600' }, ['--stage', 'prod']);
