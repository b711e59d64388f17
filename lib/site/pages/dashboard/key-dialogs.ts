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
import { part } from './template.ts';

/** Asks for a name and an expiry, and creates a key. All of these resolve to undefined if they are cancelled. */
export const createKey = (api: Api): Promise<FreshKey | undefined> =>
  ask({
    template: 'new-key-dialog',
    prepare: (dialog) => prepareName(dialog, ''),
    submit: (dialog) => {
      const expires = part<HTMLSelectElement>(dialog, '#key-expires').value;
      return api.create(nameIn(dialog), expires === '' ? null : Number(expires));
    },
    uncertain: lostKey,
  });

/** Prepares the form of an account without keys. */
export const prepareFirstKey = (
  form: HTMLElement,
  submit: (name: string) => Promise<void>,
): void => {
  prepareName(form, 'my first key');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.ariaBusy = 'true';
    void submit(nameIn(form)).finally(() => {
      form.ariaBusy = null;
    });
  });
};

/** Asks for a new name. */
export const renameKey = (api: Api, key: KeyView): Promise<KeyView | undefined> =>
  ask({
    template: 'rename-dialog',
    prepare: (dialog) => {
      part(dialog, '.name').textContent = key.name;
      prepareName(dialog, key.name);
    },
    submit: (dialog) => api.rename(key.id, nameIn(dialog)),
  });

/** Asks for a grace period, and rotates a key. */
export const rotateKey = (api: Api, key: KeyView): Promise<RotatedKey | undefined> =>
  ask({
    template: 'rotate-dialog',
    prepare: (dialog) => {
      part(dialog, '.name').textContent = key.name;
    },
    submit: (dialog) => {
      const chosen = part<HTMLInputElement>(dialog, '[name=grace]:checked');
      return api.rotate(key.id, Number(chosen.value));
    },
    uncertain: lostKey,
  });

/** Revokes a key after its name was typed. */
export const revokeKey = (api: Api, key: KeyView): Promise<KeyView | undefined> =>
  ask({
    template: 'revoke-dialog',
    prepare: (dialog) => {
      part(dialog, '.name').textContent = key.name;
      part(dialog, '.start').textContent = `${key.start}…`;
      confirmBy(dialog, key.name, 'Type the name shown above.');
    },
    submit: () => api.revoke(key.id),
  });

/** Deletes the account after its e-mail address was typed. Resolves to true if it was deleted. */
export const deleteAccount = (
  remove: () => Promise<void>,
  { email, suspended_at }: AccountView,
): Promise<boolean | undefined> =>
  ask({
    template: 'delete-account-dialog',
    prepare: (dialog) => {
      part(dialog, '.suspended').hidden = suspended_at === null;
      confirmBy(dialog, email, `Type ${email}.`);
    },
    submit: () => remove().then(() => true),
  });

/** For a lost response, or a fault of the service: the key may exist. */
export const lostKey =
  'It is not known whether this worked, and the key may exist: if it is in the list, revoke it, since it can’t be shown again.';

/** Fills the name field, and applies the service's limits to it. */
const prepareName = (within: HTMLElement, name: string): void => {
  const field = part<HTMLInputElement>(within, '#key-name');
  field.value = name;
  checked(field, () => (isName(nameIn(within)) ? '' : 'A name has 1 to 100 visible characters.'));
};

const nameIn = (within: HTMLElement): string =>
  part<HTMLInputElement>(within, '#key-name').value.trim();

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
