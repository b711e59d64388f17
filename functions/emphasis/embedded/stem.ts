/**
 * Stems of English words, by which the lexicon and the learned weights know them. The rules for
 * inflections are simple, and must stay those that the weights were trained with.
 */

/** Irregular forms, as `form:stem`. */
const irregular = new Map(
  (
    'went:go gone:go came:come took:take taken:take gave:give given:give made:make got:get ' +
    'kept:keep held:hold left:leave became:become brought:bring ran:run fell:fall fallen:fall ' +
    'flew:fly rose:rise risen:rise drove:drive said:say told:tell spoke:speak spoken:speak ' +
    'wrote:write written:write thought:think knew:know known:know felt:feel ' +
    'understood:understand forgot:forget forgotten:forget meant:mean chose:choose ' +
    'chosen:choose learnt:learn taught:teach saw:see seen:see heard:hear found:find shown:show ' +
    'won:win built:build grew:grow grown:grow began:begin begun:begin lost:lose died:die ' +
    'broke:break broken:break fought:fight hid:hide hidden:hide bought:buy sold:sell ' +
    'spent:spend paid:pay ate:eat eaten:eat drank:drink slept:sleep wore:wear worn:wear ' +
    'stood:stand sat:sit woke:wake met:meet lay:lie dreamt:dream lives:life feet:foot ' +
    'children:child overcame:overcome forgave:forgive sang:sing dying:die lying:lie led:lead'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Endings, the longer first, with their replacements. */
const endings: readonly (readonly [string, readonly string[]])[] = [
  ["'s", ['']],
  ['iness', ['y']],
  ['fully', ['']],
  ['ingly', ['', 'e']],
  ['iest', ['y']],
  ['ness', ['']],
  ['less', ['']],
  ['edly', ['', 'e']],
  ['ings', ['', 'e']],
  ['ment', ['']],
  ['able', ['', 'e']],
  ['ies', ['y', 'ie']],
  ['ied', ['y']],
  ['ier', ['y']],
  ['ily', ['y']],
  ['ful', ['']],
  ['ing', ['', 'e']],
  ['est', ['', 'e']],
  ['ers', ['', 'e']],
  ['er', ['', 'e']],
  ['es', ['', 'e']],
  ['ed', ['', 'e']],
  ['ly', ['', 'le']],
  ['s', ['']],
];

/**
 * The stem of a lower-case word: the first that `known` accepts of the word itself, its irregular stem and what
 * is left without an ending; otherwise the shortest.
 */
export const stem = (word: string, known: (stem: string) => boolean): string => {
  if (known(word)) return word;
  const regular = irregular.get(word);
  if (regular !== undefined) return regular;
  let shortest = word;
  for (const [ending, replacements] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const base = word.slice(0, -ending.length);
    const undoubled = base.at(-1) === base.at(-2) ? [base.slice(0, -1)] : [];
    for (const candidate of [...replacements.map((end) => base + end), ...undoubled]) {
      if (known(candidate)) return candidate;
      if (candidate.length < shortest.length) shortest = candidate;
    }
  }
  return shortest;
};
