/**
 * Searches for the bodies within the limit that take emphasize the most CPU time: `npm run slowest`. It joins
 * random fragments and keeps changing the slowest bodies, then prints those next to the worst known ones. Add the worst it
 * finds to `bin/slowest/worst-bodies.ts`. `-- --seconds N` searches for so long (20).
 */
import { maxCharacters } from '../functions/http/body-size.ts';
import { programOptions } from '../lib/tools/command-line/options.ts';
import { emphasizeCpu } from './slowest/emphasize-cpu.ts';
import { bodyOf, worstBodies } from './slowest/worst-bodies.ts';

const { values } = programOptions({ options: { seconds: { type: 'string', default: '20' } } });

/** Pieces of text that mean something in Markdown, GFM or JSON, or to the models. */
const fragments = [
  '>¦> ¦>\n¦\n¦\n\n¦\r\n¦    ¦ ¦\t¦- ¦* ¦+ ¦1. ¦1) ¦- - ¦#¦# ¦---¦===\n¦***\n¦```¦```\n¦~~~\n¦``` a\n',
  '| ¦|¦|a|b|\n¦|-|-|\n¦- [ ] ¦[^1]: ¦[^1]¦[a]: ¦[a]: b\n¦> [!NOTE]\n¦<div>\n¦<pre>¦<!--¦-->¦<?¦<![CDATA[¦</a>',
  '[¦]¦![¦](¦)¦(¦[]¦[](¦](b)¦[a](¦[a][¦"¦\'¦\\¦\\[¦*¦**¦***¦_¦__¦~¦~~¦*a¦_a¦a*¦a_¦*a_¦**a*¦`¦``¦`a¦&',
  '&amp;¦&#x¦<¦<a¦<a ¦<a href="¦<b>¦<http://¦a="¦www.¦http://¦https://a.b/¦mailto:¦a@¦a@b.c¦@¦.¦://¦a.',
  "a¦A¦aA¦a ¦A ¦a.¦the ¦storm ¦Storm¦a's ¦not ¦don't ¦ß¦İ¦ǅ¦𝐀¦0¦1 ¦中¦会议¦の¦한¦ไ¦é¦e\u0301¦\u0301¦नि¦ا¦😀¦👩‍👩‍👧¦\u200d",
  '\ufeff¦\u2028¦\u00a0¦\f¦\0¦\ud800¦$¦€¦-¦—¦,¦!¦?¦{¦{}¦[{¦{"a":¦"text":¦",¦1e5¦null¦\\u0041¦\\"¦\\ud800¦__proto__',
].flatMap((list) => list.split('¦'));

/** A text: fragments, each repeated and joined in this order. */
type Recipe = readonly (readonly [fragment: string, count: number])[];

/** A recipe as a body: of an emphasize request, or the body itself, which need not be JSON. */
interface Candidate {
  readonly recipe: Recipe;
  readonly raw: boolean;
}

const sent = ({ recipe, raw }: Candidate): string => {
  const text = recipe.map(([fragment, count]) => fragment.repeat(count)).join('');
  return raw ? text : bodyOf(text);
};

const shown = ({ recipe, raw }: Candidate): string =>
  `${raw ? 'body' : 'text'}: ${recipe.map(([fragment, count]) => `${JSON.stringify(fragment)} × ${count}`).join(', ')}`;

/** The candidate with lower counts, so that it fits into a request. */
const fitted = (candidate: Candidate): Candidate => {
  const excess = [...sent(candidate)].length / maxCharacters;
  if (excess <= 1) return candidate;
  const recipe = candidate.recipe
    .map(([fragment, count]) => [fragment, Math.floor(count / excess)] as const)
    .filter(([, count]) => count > 0);
  return fitted({ ...candidate, recipe });
};

const anyIndex = ({ length }: readonly unknown[]): number => Math.floor(Math.random() * length);
const pick = <Value>(list: readonly Value[]): Value => list[anyIndex(list)] as Value;

const changed = ({ recipe, raw }: Candidate): Candidate => {
  const pieces = [...recipe];
  const at = anyIndex(pieces);
  const [fragment = '', count = 0] = pieces[at] ?? [];
  pick([
    () => pieces.splice(at, 0, [pick(fragments), pick([1, 10, 100, 1_000])]),
    () => pieces.splice(at, 1),
    () => pieces.splice(at, 1, [fragment, Math.ceil(count * pick([0.5, 0.9, 1.1, 2]))]),
    () => pieces.splice(at, 1, [fragment, count + pick([-1, 1])]),
    () => pieces.splice(at, 1, [fragment + pick(fragments), count]),
    () => pieces.splice(at, 1, [pick(fragments) + fragment, count]),
  ])();
  return fitted({ recipe: pieces.filter(([, count]) => count > 0).slice(0, 12), raw });
};

let measured = 0;
let slowest: readonly { readonly candidate: Candidate; readonly time: number }[] = [];

/** Candidates of one kind differ in details only. The slowest of each is enough, or all would soon be alike. */
const kind = ({ recipe }: Candidate): string =>
  JSON.stringify([...new Set(recipe.map(([fragment, count]) => count >= 10 && fragment))].sort());

const measure = async (candidate: Candidate): Promise<void> => {
  if (candidate.recipe.length === 0) return;
  // Before the measurement: a body that takes forever can be read.
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${shown(candidate).slice(0, 70)}`);
  // The lower of two, since other programs can slow one down.
  const time = await emphasizeCpu(sent(candidate), 2);
  measured += 1;
  const rival = slowest.find((other) => kind(other.candidate) === kind(candidate));
  if (rival && rival.time >= time) return;
  slowest = [...slowest.filter((other) => other !== rival), { candidate, time }]
    .sort((a, b) => b.time - a.time)
    .slice(0, 12);
};

const plain = await emphasizeCpu(worstBodies.prose, 20);
const end = Date.now() + Number(values.seconds) * 1000;
for (const raw of [false, true]) {
  for (const fragment of fragments) {
    if (Date.now() < end) await measure(fitted({ recipe: [[fragment, maxCharacters]], raw }));
  }
}
while (Date.now() < end) await measure(changed(pick(slowest).candidate));

if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
console.log(`${measured} bodies. Prose takes ${plain.toFixed(1)} ms of CPU.\n\n     ms  × prose`);
const print = (time: number, name: string) =>
  console.log(`${time.toFixed(1).padStart(7)}  ${(time / plain).toFixed(1).padStart(7)}  ${name}`);
for (const { candidate, time } of slowest) print(time, shown(candidate));
console.log('\nKnown:');
for (const [name, body] of Object.entries(worstBodies)) print(await emphasizeCpu(body, 5), name);
