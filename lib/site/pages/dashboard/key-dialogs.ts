/** The dialogs that change keys and the account. */

import type {
  AccountView,
  FreshKey,
  KeyView,
  RotatedKey,
} from '../../../../functions/accounts/views.ts';
import { isName } from '../../../../functions/keys/key-name.ts';
import type { Api } from './api.ts';
import { ask } from './dialog.ts';
import { Refused, reason } from './refused.ts';
import { part } from './template.ts';

/** Asks for a name and an expiry, and creates a key. Resolves to undefined if it was cancelled. */
export const createKey = async (api: Api): Promise<FreshKey | undefined> => {
  let fresh: FreshKey | undefined;
  await ask({
    template: 'new-key-dialog',
    prepare: (dialog) => prepareName(dialog, ''),
    submit: (dialog) => {
      const expires = part<HTMLSelectElement>(dialog, '#key-expires').value;
      return attempt(async () => {
        fresh = await api.create(nameIn(dialog), expires === '' ? null : Number(expires));
      }, lost);
    },
  });
  return fresh;
};

/** Asks for a new name. */
export const renameKey = (api: Api, key: KeyView): Promise<boolean> =>
  ask({
    template: 'rename-dialog',
    prepare: (dialog) => {
      part(dialog, '.name').textContent = key.name;
      prepareName(dialog, key.name);
    },
    submit: (dialog) => attempt(() => api.rename(key.id, nameIn(dialog))),
  });

/** Asks for a grace period, and rotates a key. Resolves to undefined if it was cancelled. */
export const rotateKey = async (api: Api, key: KeyView): Promise<RotatedKey | undefined> => {
  let fresh: RotatedKey | undefined;
  await ask({
    template: 'rotate-dialog',
    prepare: (dialog) => {
      part(dialog, '.name').textContent = key.name;
    },
    submit: (dialog) =>
      attempt(async () => {
        const chosen = part<HTMLInputElement>(dialog, '[name=grace]:checked');
        fresh = await api.rotate(key.id, Number(chosen.value));
      }, lost),
  });
  return fresh;
};

/** Revokes a key after its name was typed. */
export const revokeKey = (api: Api, key: KeyView): Promise<boolean> =>
  ask({
    template: 'revoke-dialog',
    prepare: (dialog) => {
      part(dialog, '.name').textContent = key.name;
      part(dialog, '.start').textContent = `${key.start}…`;
      confirmBy(dialog, key.name, 'Type the name shown above.');
    },
    submit: () => attempt(() => api.revoke(key.id)),
  });

/** Deletes the account after its e-mail address was typed. */
export const deleteAccount = (
  remove: Api['remove'],
  { email, suspended_at }: AccountView,
): Promise<boolean> =>
  ask({
    template: 'delete-account-dialog',
    prepare: (dialog) => {
      part(dialog, '.suspended').hidden = suspended_at === null;
      confirmBy(dialog, email, `Type ${email}.`);
    },
    submit: () => attempt(remove),
  });

/** For a lost answer: the key may exist. */
const lost =
  'No response came, but the key may exist: if it is in the list, revoke it, since it can’t be shown again.';

/**
 * Makes a change.
 *
 * @param uncertain - the message if the outcome is unknown.
 * @returns a message if another try may help.
 * @throws {Refused} if the page is out of date: the session has ended, or something was changed elsewhere.
 */
const attempt = async (
  work: () => Promise<unknown>,
  uncertain?: string,
): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.certain && ![422, 429].includes(Number(error.status))) throw error;
    return error.certain || error.unsent ? reason(error) : (uncertain ?? reason(error));
  }
};

/** Fills the name field, and applies the service's limits to it. */
const prepareName = (dialog: HTMLElement, name: string): void => {
  const field = part<HTMLInputElement>(dialog, '#key-name');
  field.value = name;
  checked(field, () => (isName(nameIn(dialog)) ? '' : 'A name has 1 to 100 visible characters.'));
};

const nameIn = (dialog: HTMLElement): string =>
  part<HTMLInputElement>(dialog, '#key-name').value.trim();

/** Adds a validation message to a field. */
const checked = (field: HTMLInputElement, problem: () => string): void => {
  const check = () => field.setCustomValidity(problem());
  field.addEventListener('input', check);
  check();
};

/**
 * Enables a dialog only while its field contains a text. Invisible differences are ignored, since nobody can
 * type them.
 */
const confirmBy = (dialog: HTMLElement, text: string, hint: string): void => {
  const field = part<HTMLInputElement>(dialog, '#confirmation');
  checked(field, () => (lookOf(field.value) === lookOf(text) ? '' : hint));
};

const lookOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{DI}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
