/** The usage of one key, or of all, as tables whose rows are bars. */
import type { OpenAccount } from './account.ts';
import { isLive } from './keys.ts';
import { utcDay, utcHour } from './times.ts';

export const Usage = ({ page }: { readonly page: OpenAccount }) => {
  const { account, usage, whose, usageTrouble } = page.shown;
  const ofKey = (wanted: string) => usage?.keys.find(({ id }) => id === wanted);
  const chosen = whose === '' ? usage?.account : ofKey(whose);
  const isUnused = usage !== undefined && sumOf(usage.account.days) === 0;
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
              .filter((key) => isLive(key) || ofKey(key.id)?.last_used_at)
              .map(({ id, name, start }) => (
                <option key={id} value={id}>{`${name} (${start}…)`}</option>
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
            <Chart
              title="Last 24 hours"
              times={(usage?.hours ?? []).map((hour) => utcHour(Date.parse(hour)))}
              counts={chosen?.hours}
            />
            <Chart
              title="Last 30 days"
              times={(usage?.days ?? []).map((day, index) =>
                index === 0 ? `Today, ${utcDay(Date.parse(day))}` : utcDay(Date.parse(day)),
              )}
              counts={chosen?.days}
            />
          </>
        )}
      </div>
      <p class="soft" role="status">
        {usageTrouble || 'Requests that counted towards your quota. Hours and days are in UTC.'}
      </p>
    </section>
  );
};

/** @param counts - by time; undefined until they are known. */
const Chart = ({
  title,
  times,
  counts = [],
}: {
  readonly title: string;
  readonly times: readonly string[];
  readonly counts?: readonly number[] | undefined;
}) => {
  const most = Math.max(...counts, 1);
  const sum = sumOf(counts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section class="chart" tabIndex={0} aria-label={title}>
      <table>
        <caption>
          <strong>{title}</strong> {`${shown(sum)} request${sum === 1 ? '' : 's'}`}
        </caption>
        <tbody>
          {times.map((time, index) => {
            const count = counts[index] ?? 0;
            return (
              <tr key={time}>
                <th scope="row">{time}</th>
                <td>
                  <span class="amount" style={{ inlineSize: `${(85 * count) / most}%` }} />
                  {shown(count)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const shown = (count: number): string => count.toLocaleString('en');
