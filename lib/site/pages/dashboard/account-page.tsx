/** The page of an open account. */
import type { AccountView } from '../../../../functions/accounts/responses.ts';
import { duration } from '../duration.ts';
import type { OpenAccount } from './account.ts';
import { FirstKey, Keys } from './keys-table.tsx';
import { QuestionDialog } from './questions.tsx';
import { date, moment } from './times.ts';
import { Usage } from './usage.tsx';

/** The operator's e-mail address, if the stage has one. */
const { contact } = document.documentElement.dataset;

/** @param addPasskey - the address of the page for adding a passkey. */
export const AccountPage = ({
  page,
  addPasskey,
}: {
  readonly page: OpenAccount;
  readonly addPasskey: string;
}) => {
  const { account } = page.shown;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: any press ends a message. */}
      <div id="account" onClick={page.hush} onChange={page.hush} onKeyDown={page.hush}>
        <h1 class="hidden">Dashboard</h1>
        {account.suspended_at !== null && (
          <p class="box notice">
            Your account has been suspended since {moment(Date.parse(account.suspended_at))}:
            requests with its keys get 401. You can revoke them, and delete the account.
            {contact && ` Ask ${contact} why.`}
          </p>
        )}
        {account.keys.length === 0 ? (
          <FirstKey page={page} />
        ) : (
          <>
            <Keys page={page} />
            <Usage page={page} />
          </>
        )}
        <section class="box" aria-labelledby="account-title">
          <h2 id="account-title">Account</h2>
          <dl>
            <dt>E-mail</dt>
            <dd>
              <bdi>{account.email}</bdi>
            </dd>
            <dt>Plan</dt>
            <dd>{planText(account)}</dd>
            <dt>Since</dt>
            <dd>{date(Date.parse(account.created_at))}</dd>
          </dl>
          {contact && (
            <p class="soft">
              For another plan, write to <a href={`mailto:${encodeURI(contact)}`}>{contact}</a> from
              the address above.
            </p>
          )}
          <p class="row buttons">
            <a href={addPasskey}>Add a passkey</a>
            <button class="danger" type="button" onClick={() => page.ask({ kind: 'delete' })}>
              Delete account
            </button>
          </p>
        </section>
      </div>
      <QuestionDialog page={page} />
    </>
  );
};

const units = new Map([
  [60, 'minute'],
  [3_600, 'hour'],
  [86_400, 'day'],
]);

const planText = ({ plan: { name, limit, window_seconds: seconds } }: AccountView): string =>
  `${name}: ${limit.toLocaleString('en')} requests per ${units.get(seconds) ?? duration(seconds)} for each key. A new key starts with all of them, also after a rotation.`;
