/** The keys of an account: a form for the first one, then tables of those that work and of those that ended. */
import { type AriaRole, Component, type ComponentChildren } from 'preact';
import type { KeyView } from '../../../functions/accounts/responses.ts';
import { quotaStatus } from '../../../functions/quota/window.ts';
import { duration } from '../shared/duration.ts';
import {
  countKeys,
  countSlots,
  inOrder,
  isLive,
  lastUseText,
  type Placed,
  replacedText,
  resetsIn,
  statusText,
  whyNoKey,
  whyNoRotation,
} from './keys.ts';
import type { OpenAccount, Question } from './open-account.ts';
import { NameField, submits } from './questions.tsx';
import { date, moment } from './times.ts';

const firstKey: Question = { kind: 'create' };

/** What an account without keys has instead of their list and their usage. */
export const FirstKey = ({ page }: { readonly page: OpenAccount }) => {
  const wait = whyNoKey(page.shown.account);
  return (
    <form
      class="box"
      aria-labelledby="first-title"
      aria-busy={page.shown.busy || undefined}
      onSubmit={submits(page, firstKey)}
    >
      <h2 id="first-title">Create your first key</h2>
      <Message page={page} />
      <NameField name="my first key" hint />
      <p class="row">
        <button class="main" type="submit" disabled={wait !== undefined}>
          Create key
        </button>
        <span class="soft">{wait}</span>
      </p>
    </form>
  );
};

/** It alone is drawn again each second, for its times. */
export class Keys extends Component<{ readonly page: OpenAccount }> {
  readonly clock = setInterval(() => this.forceUpdate(), 1_000);

  override componentWillUnmount(): void {
    clearInterval(this.clock);
  }

  override render() {
    const { page } = this.props;
    const { account } = page.shown;
    const { keys, limits } = account;
    const wait = whyNoKey(account);
    const live = inOrder(keys);
    const ended = keys.filter((key) => !isLive(key)).map((key) => ({ key }));
    return (
      <section class="box" aria-labelledby="keys-title">
        <div class="row head">
          <h2 id="keys-title" tabIndex={-1}>
            Keys
          </h2>
          <p class="soft" id="limits">
            {wait ?? `${countKeys(keys)} of ${limits.active_keys} keys${replacedText(keys)}`}
          </p>
          <button
            class="main"
            type="button"
            disabled={wait !== undefined}
            aria-describedby="limits"
            onClick={() => page.ask({ kind: 'create' })}
          >
            New key
          </button>
        </div>
        <Message page={page} />
        {live.length > 0 && table(page, live, 'keys-title')}
        {ended.length > 0 && (
          <details>
            <summary id="ended-title">{`${ended.length} ended ${ended.length === 1 ? 'key' : 'keys'}`}</summary>
            {table(page, ended, 'ended-title')}
          </details>
        )}
      </section>
    );
  }
}

const table = (page: OpenAccount, rows: readonly Placed[], titleId: string) => (
  <table class="keys" {...role('table')} aria-labelledby={titleId}>
    <thead {...role('rowgroup')}>
      <tr {...role('row')}>
        {['Name', 'Status', 'Quota left', 'Last used', 'Expires', 'Created', 'Actions'].map(
          (title) => (
            <th key={title} scope="col" {...role('columnheader')}>
              <span class={title === 'Actions' ? 'hidden' : undefined}>{title}</span>
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody {...role('rowgroup')}>
      {rows.map((placed) => (
        <KeyRow key={placed.key.id} page={page} placed={placed} />
      ))}
    </tbody>
  </table>
);

/** Explicit, since some browsers don't treat a table as one if its rows are blocks. */
export const role = (name: AriaRole) => ({ role: name });

/** What was done, or why the account could not be read: a line that is always there, so that nothing moves. */
const Message = ({ page: { shown } }: { readonly page: OpenAccount }) => (
  <p class="message" role="status">
    {(shown.message || shown.trouble)
      .split(/[\u2068\u2069]/)
      .map((part, index) => (index % 2 ? <bdi key={part}>{part}</bdi> : part || null))}
  </p>
);

const KeyRow = ({ page, placed }: { readonly page: OpenAccount; readonly placed: Placed }) => {
  const { key, pair } = placed;
  const [kind, status, more] = statusText(placed);
  const now = Date.now();
  const [lastUse, lastUsedAt] = lastUseText(page.shown, key, now);
  const expires = key.expires_at === null ? undefined : Date.parse(key.expires_at);
  const created = Date.parse(key.created_at);
  return (
    <tr class={pair} {...role('row')}>
      <th class="name" id={`key-${key.id}`} scope="row" {...role('rowheader')}>
        <bdi title={key.name}>{key.name}</bdi>
        <code>{key.start}…</code>
      </th>
      {cell(
        'Status',
        <>
          <span class="mark" data-kind={kind}>
            {status}
          </span>
          {more && <small>{more}</small>}
        </>,
      )}
      {cell('Quota left', quotaMeter(page, key, now))}
      {cell('Last used', lastUse, lastUsedAt)}
      {cell('Expires', expires === undefined ? 'never' : date(expires), expires)}
      {cell('Created', date(created), created)}
      <td class="actions" {...role('cell')}>
        {isLive(key) && <Menu page={page} placed={placed} />}
      </td>
    </tr>
  );
};

const quotaMeter = ({ shown }: OpenAccount, key: KeyView, now: number) => {
  const { limit } = shown.account.plan;
  const left = countSlots(shown.account, shown, key, now);
  if (left === undefined) return '–';
  const resets = resetsIn(shown.account, shown, now) ?? 0;
  return (
    <div data-level={quotaStatus(left, limit)} style={{ '--share': `${(100 * left) / limit}%` }}>
      {left === 0 ? `Used up, again in ${duration(resets)}` : `${left} of ${limit}`}
    </div>
  );
};

/** @param at - the exact time that it is about, in milliseconds since the epoch, for a tooltip. */
const cell = (title: string, content: ComponentChildren, at?: number) => (
  <td data-label={title} title={at === undefined ? undefined : moment(at)} {...role('cell')}>
    {content}
  </td>
);

const Menu = ({ page, placed }: { readonly page: OpenAccount; readonly placed: Placed }) => {
  const { key } = placed;
  const wait = whyNoRotation(placed);
  const choices = [
    ['rename', 'Rename', key.status === 'active'],
    ['rotate', 'Rotate', key.status === 'active' && wait === undefined],
    ['revoke', 'Revoke', true],
  ] as const;
  const id = `actions-${key.id}`;
  return (
    <>
      <button
        class="more"
        type="button"
        popovertarget={id}
        aria-label="Actions"
        aria-describedby={`key-${key.id}`}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 10h.01M10 10h.01M17 10h.01" />
        </svg>
      </button>
      <div id={id} class="choices" popover="auto" onBeforeToggle={placeBelow}>
        {choices.map(
          ([kind, label, isPossible]) =>
            isPossible && (
              <button
                key={kind}
                class={kind === 'revoke' ? 'danger' : undefined}
                type="button"
                aria-describedby={`key-${key.id}`}
                onClick={({ currentTarget: { parentElement: menu } }) => {
                  menu?.hidePopover();
                  // A dialog returns the focus to where it was.
                  menuButton(menu)?.focus();
                  page.ask({ kind, key });
                }}
              >
                {label}
              </button>
            ),
        )}
        {wait && <p class="soft">{wait}</p>}
      </div>
    </>
  );
};

const menuButton = (menu: HTMLElement | null) => menu?.previousElementSibling as HTMLElement | null;

const placeBelow = ({ currentTarget: menu }: { readonly currentTarget: HTMLElement }): void => {
  const { right, bottom } = (menuButton(menu) as HTMLElement).getBoundingClientRect();
  menu.style.top = `${bottom + scrollY}px`;
  menu.style.left = `calc(${right}px - 13rem)`;
};

// Its place is that of the window's width when it opened.
addEventListener('resize', () => {
  document.querySelector<HTMLElement>('.choices:popover-open')?.hidePopover();
});
