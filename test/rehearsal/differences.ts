/** What the contract's checks find wrong with a rehearsed stage. */
import { plansOf, type Stage } from '../../lib/settings/stages.ts';
import { type Check, Difference, type Target } from '../../lib/verify/check.ts';
import { checks } from '../../lib/verify/checks.ts';

/**
 * The checks of a stage. Left out are those that use up a key's slots: the stages' windows are a minute long,
 * and nobody can set the clock.
 */
export const checksOf = (stage: Stage): readonly Check[] =>
  checks.filter(({ slots, appliesTo }) => slots !== 'all' && appliesTo(stage));

/** What the names of those checks say by which it shows that a part of a stack is missing, or does not fit the others. */
export const partsWords: readonly string[] = [
  'answers 200 as',
  'bold',
  'access token',
  'preflight',
  'take no slot',
  'unknown path',
];

/** Whether a check is one of them. */
export const showsParts = ({ name }: Check): boolean =>
  partsWords.some((words) => name.includes(words));

/** Makes the checks, and gives a line for each that finds a difference. */
export const differences = async (
  { url }: Pick<Target, 'url'>,
  stage: Stage,
  newKey: () => string,
  checks: readonly Check[],
): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const { name, run } of checks) {
    const target = { url, stage, key: newKey(), model: stage.emphasis.model };
    const line = await differenceOf(stage, () => run(target));
    if (line !== undefined) lines.push(`${name}: ${line}`);
  }
  return lines;
};

/** A check during which a window ended proves nothing, and is made again. */
const differenceOf = async (
  stage: Stage,
  check: () => Promise<unknown>,
): Promise<string | undefined> => {
  const window = windowsSoFar(stage);
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return windowsSoFar(stage) === window ? error.message : differenceOf(stage, check);
  }
};

const windowsSoFar = (stage: Stage): number =>
  Math.max(
    ...plansOf(stage).map(({ windowSeconds }) => Math.floor(Date.now() / 1000 / windowSeconds)),
  );
