import type { AccountView } from '../../../functions/accounts/responses.ts';
import { duration } from '../shared/duration.ts';
import { isLive } from './keys.ts';
import { FirstKey, Keys, role } from './keys-table.tsx';
import type { OpenAccount } from './open-account.ts';
import { QuestionDialog } from './questions.tsx';
import { date, moment, utcDay, utcHour } from './times.ts';

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
      <div
        id="account"
        onClick={page.clearMessage}
        onChange={page.clearMessage}
        onKeyDown={page.clearMessage}
      >
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
          <p class="soft">
            To sign in again, use a code by e-mail, a passkey, or a password that you set by “Forgot
            password”. One from your sign-up no longer works.
          </p>
          <p class="row head">
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

const Usage = ({ page }: { readonly page: OpenAccount }) => {
  const { account, usage, whose, usageTrouble } = page.shown;
  const findKey = (wanted: string) => usage?.keys.find(({ id }) => id === wanted);
  const chosen = whose === '' ? usage?.account : findKey(whose);
  const isUnused = usage !== undefined && addUp(usage.account.days) === 0;
  return (
    <section class="box" aria-labelledby="usage-title">
      <div class="row head">
        <h2 id="usage-title">Usage</h2>
        <p class="row choice">
          <label for="whose">Requests of</label>
          <select
            id="whose"
            value={whose}
            onChange={({ currentTarget }) => page.choose(currentTarget.value)}
          >
            <option value="">all keys</option>
            {account.keys
              .filter((key) => isLive(key) || findKey(key.id)?.last_used_at)
              .map(({ id, name, start }) => (
                <option key={id} value={id}>{`\u2068${name}\u2069 (${start}…)`}</option>
              ))}
          </select>
        </p>
      </div>
      <div class="charts">
        {isUnused ? (
          <p class="row next">
            <span>No requests in the last 30 days.</span>
            <a class="main" href="/">
              Try it
            </a>
            <a href="/guide">Read the guide</a>
          </p>
        ) : (
          <>
            {chart(
              ['Last 24 hours', 'an hour'],
              (usage?.hours ?? []).map((hour) => utcHour(Date.parse(hour))),
              chosen?.hours,
            )}
            {chart(
              ['Last 30 days', 'a day'],
              (usage?.days ?? []).map((day, index) =>
                index === 0 ? `Today, ${utcDay(Date.parse(day))}` : utcDay(Date.parse(day)),
              ),
              chosen?.days,
            )}
          </>
        )}
      </div>
      <p class="soft" role="status">
        {usageTrouble || 'Requests that counted towards your quota. Hours and days are in UTC.'}
      </p>
    </section>
  );
};

/**
 * A column for each time, the oldest left. Its value is shown by pointing at it or, after Tab, by the arrow keys.
 *
 * @param times - the newest first, as are the counts, which are undefined until they are known.
 */
const chart = (
  [title, column]: readonly [title: string, column: string],
  times: readonly string[],
  counts: readonly number[] = [],
) => {
  const most = Math.max(...counts, 1);
  const sum = addUp(counts);
  return (
    <table class="chart" {...role('table')}>
      <caption>
        <strong>{title}</strong> {`${shown(sum)} request${sum === 1 ? '' : 's'}`}
        {sum > 1 && `, at most ${shown(most)} in ${column}`}
      </caption>
      <tbody {...role('rowgroup')}>
        {times
          .map((time, index) => {
            const count = counts[index] ?? 0;
            return (
              <tr
                key={time}
                tabIndex={index === 0 ? 0 : -1}
                onKeyDown={moveFocus}
                style={{ '--share': `${(100 * count) / most}%` }}
                {...role('row')}
              >
                <th scope="row" {...role('rowheader')}>
                  {time}
                </th>
                <td {...role('cell')}>{shown(count)}</td>
              </tr>
            );
          })
          .reverse()}
      </tbody>
    </table>
  );
};

const moveFocus = ({ key, currentTarget: row }: KeyboardEvent): void => {
  const { previousElementSibling: older, nextElementSibling: newer } = row as HTMLElement;
  const next = { ArrowLeft: older, ArrowRight: newer }[key];
  (next as HTMLElement | null | undefined)?.focus();
};

const addUp = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const shown = (count: number): string => count.toLocaleString('en');
