/** Runs checks of the contract against a rehearsed stage. */
import { plansOf, type Stage } from '../../lib/settings/stages.ts';
import { type Check, Difference, Skipped } from '../../lib/tools/verify/check.ts';
import { groups } from '../../lib/tools/verify/checks.ts';

/** The checks that fail if a part of the stack is missing. */
export const partChecks: readonly Check[] = [
  ...groups.slots,
  ...groups.described,
  ...groups.emphasis,
  ...groups.accounts,
  ...groups.cors,
  ...groups.routes,
];

/**
 * Runs checks, and returns a line for each that fails. Checks that use up a key's slots are left out: they would wait
 * for the end of a window, which is a minute.
 */
export const differences = async (
  url: string,
  stage: Stage,
  newKey: () => string,
  checks: readonly Check[],
): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { name, slots, run } of checks) {
    if (slots === 'all') continue;
    const target = () => ({ url, stage, key: newKey(), model: stage.emphasis.model });
    const line = await differenceOf(stage, () => run(target()));
    if (line !== undefined) lines.push(`${name}: ${line}`);
  }
  return lines;
};

/** Returns why a check fails. One during which a window ended is repeated; a skipped one does not fail. */
const differenceOf = async (
  stage: Stage,
  check: () => Promise<unknown>,
): Promise<string | undefined> => {
  const window = windowsSoFar(stage);
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    if (!(error instanceof Difference)) throw error;
    return windowsSoFar(stage) === window ? error.message : differenceOf(stage, check);
  }
};

const windowsSoFar = (stage: Stage): number =>
  Math.max(
    ...plansOf(stage).map(({ windowSeconds }) => Math.floor(Date.now() / 1000 / windowSeconds)),
  );
