/** What the operator's options may say. Each function returns the value, or throws an error that says what may be. */
import { isWellFormed } from '../../functions/keys/format.ts';
import { keyHash, keyId } from '../../functions/keys/hash.ts';
import { isName } from '../../functions/keys/key-name.ts';
import { recordTime } from '../../functions/keys/record-time.ts';
import type { IssuingStage } from '../operator/options.ts';
import { longestDuration, readDuration, readMoment } from './when.ts';

/** The owner that `--owner` names. */
export const ownerOption = (name = ''): string => {
  if (isName(name)) return name;
  throw new Error('Say --owner, whose key it is, in 1 to 100 printable characters.');
};

/** The moment that `--expires` says, in ISO 8601. */
export const expiresOption = (text: string, now: number): string => {
  const time = readMoment(text, now);
  if (time !== undefined && time > now) return recordTime(time);
  const mistake = time === undefined ? `"${text}" is no moment` : `"${text}" is past`;
  throw new Error(
    `${mistake}: --expires takes a date to come (2030-12-31) or a duration (90d, 12h) of at most ${longestDuration.text}.`,
  );
};

/** The duration that `--grace` says, in milliseconds: a day, if not said. */
export const graceOption = (text = '24h'): number => {
  const duration = readDuration(text);
  if (duration !== undefined) return duration;
  throw new Error(
    `"${text}" is no grace: say a number and s, m, h or d (30m, 24h, 7d), at most ${longestDuration.text}.`,
  );
};

/**
 * The id of the key that is meant: the id that stands on the command line, or with `--key -` that of the
 * key which `readKey` gives. A key is never echoed.
 */
export const idOption = async (
  { id, key }: { readonly id?: string; readonly key?: string },
  { stage, readKey }: { readonly stage: IssuingStage; readonly readKey: () => Promise<string> },
): Promise<string> => {
  if (key === undefined) {
    if (id !== undefined && /^[0-9a-f]{16}$/.test(id)) return id;
    throw new Error(
      'Say which key: by its id, 16 hexadecimal digits as list shows them, or with --key -, which asks for the key itself.',
    );
  }
  if (id !== undefined) throw new Error('Say which key once: by its id, or with --key -.');
  if (key !== '-') throw new Error('--key takes only -: the key itself is asked for.');
  const text = await readKey();
  if (text === '') throw new Error('No key was given.');
  if (isWellFormed(text, stage.name)) return keyId(keyHash(text));
  throw new Error(`That is no key of the stage "${stage.name}": is it whole, and nothing else?`);
};
