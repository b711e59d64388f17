import { randomBytes, randomInt } from 'node:crypto';

/**
 * What an update leaves on the item that it changes.
 *
 * The SDK repeats an update whose answer was lost, and the update may have been applied. It is
 * conditional on its mark being absent, and so it is applied once, however often it is sent.
 */
export interface Mark {
  /** The attribute that holds it. */
  readonly name: string;
  readonly value: string;
}

/**
 * The attributes that marks share, so that the item stays within the kilobyte that one write pays for.
 * Another update takes a mark's place in between with a probability of one in this number.
 */
const places = 32;

/** Makes a mark that no other update has. */
export const newMark = (): Mark => ({
  name: `mark_${randomInt(places)}`,
  value: randomBytes(6).toString('base64url'),
});
