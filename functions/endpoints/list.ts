/** The endpoints in the order of the documentation. Bundles do not import this list. */
import * as account from './account/endpoint.ts';
import * as createKey from './create-key/endpoint.ts';
import type { AccountEndpointModule, ApiEndpointModule } from './definition.ts';
import * as deleteAccount from './delete-account/endpoint.ts';
import * as emphasize from './emphasize/endpoint.ts';
import * as health from './health/endpoint.ts';
import * as openAccount from './open-account/endpoint.ts';
import * as rateLimits from './rate-limits/endpoint.ts';
import * as renameKey from './rename-key/endpoint.ts';
import * as revokeKey from './revoke-key/endpoint.ts';
import * as rotateKey from './rotate-key/endpoint.ts';
import * as scream from './scream/endpoint.ts';
import * as shout from './shout/endpoint.ts';
import * as usage from './usage/endpoint.ts';
import * as whisper from './whisper/endpoint.ts';

/** The endpoints of the API, which every stage has, by folder. */
export const apiModules: Readonly<Record<string, ApiEndpointModule>> = {
  shout,
  scream,
  whisper,
  emphasize,
  health,
  'rate-limits': rateLimits,
};

/** The endpoints of the dashboard, which only stages with accounts have, by folder. */
export const accountModules: Readonly<Record<string, AccountEndpointModule>> = {
  'open-account': openAccount,
  account,
  'delete-account': deleteAccount,
  usage,
  'create-key': createKey,
  'rename-key': renameKey,
  'rotate-key': rotateKey,
  'revoke-key': revokeKey,
};
