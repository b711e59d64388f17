/** A hill-climbing search for bodies that are slow. */
import { maxCharacters } from '../../functions/http/body-size.ts';
import type { Random } from '../fit-emphasis/random.ts';
import { fragments } from './fragments.ts';
import type { Meter } from './meter.ts';
import { type Body, fitted, inWords, type Recipe, sent } from './recipes.ts';

/** A body and its CPU time in milliseconds. */
export interface Measured {
  readonly body: Body;
  readonly time: number;
}

/** How many bodies the search goes on from, and shows. */
const campSize = 12;

/**
 * Changes bodies at random and goes on from the slowest.
 *
 * @param start Bodies to begin with, all of one kind.
 * @param isOver Whether it is time to end.
 * @param report Is told of each body that was measured, and of the slowest.
 * @returns the slowest bodies, the slowest first.
 */
export const climb = async (
  start: readonly Body[],
  meter: Meter,
  random: Random,
  isOver: () => boolean,
  report: (measured: number, slowest: Measured) => void = () => {},
): Promise<readonly Measured[]> => {
  const seen = new Set<string>();
  let camp: readonly Measured[] = [];
  let measured = 0;

  const visit = async (unfitted: Body): Promise<void> => {
    const body = fitted(unfitted);
    const words = inWords(body);
    if (seen.has(words)) return;
    seen.add(words);
    let time = await meter(sent(body));
    const bar = camp.length < campSize ? 0 : (camp.at(-1)?.time ?? 0);
    // What else the machine does makes a body slow once, but hardly twice.
    if (time > bar) time = Math.min(time, await meter(sent(body)));
    measured += 1;
    camp = settled([...camp, { body, time }]);
    if (camp[0]) report(measured, camp[0]);
  };

  for (const body of start) {
    if (!isOver()) await visit(body);
  }
  while (!isOver() && camp.length > 0) {
    // The slowest are the likeliest to be gone on from.
    const parent = camp[Math.floor(random() ** 2 * camp.length)] as Measured;
    const mate = camp[Math.floor(random() * camp.length)] as Measured;
    const recipe = changed(parent.body.recipe, mate.body.recipe, random);
    if (recipe.length > 0) await visit({ ...parent.body, recipe });
  }
  return camp;
};

/** The slowest bodies, of those that are alike only one: else all would soon be the same but for a detail. */
export const settled = (bodies: readonly Measured[]): readonly Measured[] => {
  const kinds = new Map<string, Measured>();
  for (const each of bodies.toSorted((a, b) => b.time - a.time)) {
    const many = each.body.recipe.filter(([, count]) => count >= 10);
    const kind = JSON.stringify([...new Set(many.map(([fragment]) => fragment))].sort());
    if (!kinds.has(kind)) kinds.set(kind, each);
  }
  return [...kinds.values()].slice(0, campSize);
};

/** A recipe with a few random changes. */
const changed = (parent: Recipe, mate: Recipe, random: Random): Recipe => {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const recipe = [...parent];
  const at = () => Math.floor(random() * recipe.length);
  const change = pick([
    () => recipe.splice(at(), 0, [pick(fragments), 1]),
    () => recipe.splice(at(), 0, [pick(fragments), 10 ** (1 + Math.floor(random() * 3))]),
    () => recipe.push([pick(fragments), 1]),
    () => recipe.splice(at(), 1),
    () => recipe.splice(at(), recipe.length, ...mate.slice(Math.floor(random() * mate.length))),
    // Another count.
    () => recount(at(), (count) => count * 2),
    () => recount(at(), (count) => Math.ceil(count / 2)),
    () => recount(at(), (count) => Math.ceil(count * (0.7 + 0.6 * random()))),
    () => recount(at(), (count) => Math.max(1, count + pick([-1, 1]))),
    // Another fragment: longer, shorter, two neighbours in turn.
    () => refragment(at(), (fragment) => fragment + pick(fragments)),
    () => refragment(at(), (fragment) => pick(fragments) + fragment),
    () => refragment(at(), (fragment) => fragment.slice(1)),
    () => refragment(at(), (fragment) => fragment.slice(0, -1)),
    () => refragment(at(), () => pick(fragments)),
    () => merge(at()),
    () => recipe.splice(at(), 0, ...recipe.splice(at(), 2)),
  ]);

  function recount(index: number, count: (before: number) => number): void {
    const piece = recipe[index];
    if (piece) recipe[index] = [piece[0], Math.min(count(piece[1]), maxCharacters)];
  }
  function refragment(index: number, fragment: (before: string) => string): void {
    const piece = recipe[index];
    if (piece) recipe[index] = [fragment(piece[0]), piece[1]];
  }
  function merge(index: number): void {
    const [one, two] = recipe.slice(index, index + 2);
    if (one && two) recipe.splice(index, 2, [one[0] + two[0], Math.max(one[1], two[1])]);
  }

  change();
  if (random() < 0.3) return changed(recipe, mate, random);
  return recipe.filter(([fragment]) => fragment !== '').slice(0, 12);
};
