/** A body's text is parsed, or rejected with an entry of a 422. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Decoded } from '../../../functions/middleware/body-limit.ts';
import { jsonBody, type Parsed } from '../../../functions/middleware/json-body.ts';
import { codePoint } from '../../support/code-points.ts';

const { before } = jsonBody();

type Known = Decoded & Partial<Parsed>;

const parsed = async (text: string): Promise<{ value: unknown } | { detail: unknown }> => {
  const event = { headers: {}, body: 'another text', isBase64Encoded: true };
  const context: Known = { decodedBody: { text, isUtf8: true } };
  try {
    await before?.({ event, context } as never);
  } catch (error) {
    return JSON.parse((error as Error).message);
  }
  expect(event).toEqual({ headers: {}, body: 'another text', isBase64Encoded: true });
  return { value: context.json };
};

const refused = (error: string) => ({
  detail: [
    { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx: { error } },
  ],
});

/** JSON text, in which an object may have duplicate names. */
type Tree =
  | { readonly scalar: string }
  | { readonly items: readonly Tree[] }
  | { readonly members: readonly (readonly [name: string, value: Tree])[] };

const write = (tree: Tree): string => {
  if ('scalar' in tree) return tree.scalar;
  if ('items' in tree) return `[${tree.items.map(write).join(' , ')}]`;
  return `{${tree.members.map(([name, value]) => `${name} : ${write(value)}`).join(',')}}`;
};

const levels = (tree: Tree): number => {
  if ('scalar' in tree) return 0;
  const inner = 'items' in tree ? tree.items : tree.members.map(([, value]) => value);
  return 1 + inner.reduce((most, child) => Math.max(most, levels(child)), 0);
};

/** An object's members without duplicates. */
const left = (tree: Tree): ReadonlyMap<string, Tree> =>
  new Map('members' in tree ? tree.members.map(([name, value]) => [JSON.parse(name), value]) : []);

const isForbidden = (tree: Tree): boolean =>
  'items' in tree
    ? tree.items.some(isForbidden)
    : [...left(tree)].some(
        ([name, value]) =>
          name === '__proto__' ||
          (name === 'constructor' && left(value).has('prototype')) ||
          isForbidden(value),
      );

const expected = (tree: Tree) => {
  if (levels(tree) > 1000) return refused('Nested too deeply');
  if (isForbidden(tree)) return refused('Forbidden member name');
  return { value: JSON.parse(write(tree)) };
};

const scalar = fc.oneof(
  fc.constantFrom('"__proto__"', '"[{\\"["', 'null', '1', '-0'),
  fc.jsonValue({ maxDepth: 0, stringUnit: codePoint }).map((value) => JSON.stringify(value)),
);
const memberName = fc.oneof(
  fc.constantFrom('"__proto__"', '"constructor"', '"prototype"', '"a"', '"b"', '"text"', '"0"'),
  fc.constantFrom('"\\u005f_proto__"', '"construct\\u006fr"', '"__PROTO__"', '"__proto__ "'),
  fc.string().map((name) => JSON.stringify(name)),
);
const { tree: shallow } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.record({ scalar }),
    fc.record({ items: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ members: fc.array(fc.tuple(memberName, tie('tree')), { maxLength: 4 }) }),
  ),
}));

/** Adds no levels around a tree, or about as many as are allowed. */
const tree = fc
  .tuple(
    shallow,
    fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 995, max: 1001 })),
    fc.array(fc.option(memberName), { minLength: 1, maxLength: 4 }),
  )
  .map(([inner, more, around]) => {
    let whole = inner;
    for (let level = 0; level < more; level += 1) {
      const name = around[level % around.length];
      whole = name == null ? { items: [whole] } : { members: [[name, whole]] };
    }
    return whole;
  });

test('a text is parsed unless nested deeper than 1,000 levels or with a forbidden member', async () => {
  const outcomes = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(tree, async (sample) => {
      const outcome = expected(sample);
      outcomes.add('detail' in outcome ? JSON.stringify(outcome) : 'parsed');
      expect(JSON.stringify(await parsed(write(sample)))).toBe(JSON.stringify(outcome));
    }),
    { numRuns: 200 },
  );
  expect(outcomes.size).toBe(3);
});

test('a value is parsed as by JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: codePoint, maxDepth: 6 }), async (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/__proto__|constructor/.test(text));
      const outcome = await parsed(text);
      expect(outcome).toEqual({ value: JSON.parse(text) });
      expect(JSON.stringify(outcome)).toBe(`{"value":${text}}`);
    }),
    { numRuns: 300 },
  );
});
