/** Draws the page from its state. */
import { render } from 'preact';
import type { OpenAccount } from './account.ts';
import { AccountPage } from './account-page.tsx';
import { FreshKey, type Reveal } from './fresh-key.tsx';
import { Gate, type GateView } from './gate.tsx';

/** The gate, or an open account; with a new key until it is saved, whatever else happens. */
export interface State {
  gate?: GateView | undefined;
  /** Whether what was pressed on the gate is under way. */
  busy?: boolean;
  account?:
    | { readonly page: OpenAccount; readonly addPasskey: string; readonly leave: () => void }
    | undefined;
  reveal?: Reveal | undefined;
}

const root = document.getElementById('dashboard') as HTMLElement;
/** Beside the navigation. */
const who = document.getElementById('who') as HTMLElement;

/** @param onPress - gets the action of a button on the gate. */
export const drawPage = (
  { gate, busy = false, account, reveal }: State,
  draw: () => void,
  onPress: (act: () => Promise<void>) => void,
): void => {
  render(
    <>
      {account && <AccountPage page={account.page} addPasskey={account.addPasskey} />}
      {!account && gate && <Gate view={gate} busy={busy} onPress={onPress} />}
      {reveal && <FreshKey reveal={reveal} draw={draw} />}
    </>,
    root,
  );
  render(
    account ? (
      <>
        <bdi>{account.page.shown.account.email}</bdi>
        <button type="button" onClick={account.leave}>
          Sign out
        </button>
      </>
    ) : null,
    who,
  );
};
