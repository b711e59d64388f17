/** What was typed when a session ended: it waits in the tab until its caller has signed in again. */

import type { AccountView } from '../../../../functions/accounts/views.ts';
import type { Draft } from './changes.ts';

const place = 'amplify-draft';

/** Keeps it for an account, which the time when it was made tells from others. */
export const keepDraft = (draft: Draft, { created_at }: AccountView): void =>
  sessionStorage.setItem(place, JSON.stringify({ draft, created_at }));

/** What was kept for an account. It is then kept no more. */
export const takeDraft = ({ created_at }: AccountView): Draft | undefined => {
  const kept = sessionStorage.getItem(place);
  sessionStorage.removeItem(place);
  const { draft, created_at: of } = JSON.parse(kept ?? '{}');
  return of === created_at ? draft : undefined;
};
