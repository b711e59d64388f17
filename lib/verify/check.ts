/** What a check of the contract is: it looks at a running service from outside, and needs no more than its address. */
import type { Stage } from '../settings/stages.ts';

/** Where the service is, and who calls it. */
export interface Target {
  /** The base address, with no slash at its end. */
  readonly url: string;
  /** The stage that answers there, as this clone's settings have it. */
  readonly stage: Stage;
  /** The key whose slots are used. Absent: only checks that need none can be run. */
  readonly key?: string;
  /** The model that must have chosen the words that emphasize makes bold. Absent: any may have. */
  readonly model?: 'bedrock' | 'embedded';
  /** Breaks all requests and waits off. */
  readonly signal?: AbortSignal;
}

/** A target with a key. */
export type KeyedTarget = Target & { readonly key: string };

/** A check. */
export interface Check {
  /** What must be so, in one line. */
  readonly name: string;
  /** Whether it needs a key. */
  readonly needsKey: boolean;
  /** How many slots of the key it uses at most: `all` are a window's, and some of the next at worst. */
  readonly slots: number | 'all';
  /** Whether it can be asked of such a stage. */
  readonly appliesTo: (stage: Stage) => boolean;
  /**
   * Looks.
   *
   * @returns what is worth knowing of a service that is right, if anything.
   * @throws {Difference} where the service is wrong.
   * @throws {Unreached} where that can't be known.
   */
  readonly run: (target: Target) => Promise<string | undefined>;
}

/** The service is wrong. The message says what was expected, and what came instead. */
export class Difference extends Error {}

/** No answer of the service came. The message says why. */
export class Unreached extends Error {}

/** AWS rejected the request before it reached the service. The message says how. */
export class Throttled extends Unreached {}

type Run<Where> = (target: Where) => Promise<string | undefined>;
type Applies = Pick<Check, 'name'> & Partial<Pick<Check, 'appliesTo'>>;

/** Makes a check that needs no key. */
export const open = (check: Applies & { readonly run: Run<Target> }): Check => ({
  appliesTo: () => true,
  needsKey: false,
  slots: 0,
  ...check,
});

/** Makes a check that needs a key. */
export const keyed = ({
  run,
  ...check
}: Applies & Pick<Check, 'slots'> & { readonly run: Run<KeyedTarget> }): Check => ({
  appliesTo: () => true,
  needsKey: true,
  ...check,
  run: ({ key, ...target }) => {
    if (key === undefined) throw new TypeError(`"${check.name}" needs a key.`);
    return run({ ...target, key });
  },
});
