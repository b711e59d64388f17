/**
 * Ranks negations before what they negate, whichever model ranked: `Do not **touch**` would say the opposite of
 * `Do not touch`.
 */

import { plainSpelling, type Ranking, type Word } from './model.ts';

/** How many words a negation governs. */
const REACH = 5;
/** How far a negation rises towards the best word that it governs. Of the values that were measured, the best. */
const RISE = 0.4;

interface Language {
  /** Its negations, as `Intl.Segmenter` returns them, that stand before what they negate. */
  readonly negations: string;
  /** Its most common other words, among them those spelled like a negation of another language. */
  readonly common?: string;
}

const languages: readonly Language[] = [
  {
    // English, beside all words that end in n't.
    negations:
      'not no never nor none nobody nothing nowhere neither without cannot hardly barely scarcely seldom rarely lack lacks lacked lacking non aint arent cant couldnt darent didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt oughtnt shant shouldnt wasnt werent wont wouldnt',
    common:
      'the a an of to and in is it that for on with as are be this was at by from you i we he she they or but have has will can do my your his her our their all what who which when if so up out about sin nic et en',
  },
  {
    // German
    negations:
      'nicht nie niemals kein keine keinen keinem keiner keines keinerlei weder noch nirgends nirgendwo niemand niemanden niemandem nichts ohne nein kaum',
    common:
      'der die das den dem des ein eine einen einem einer und ist sind war zu mit von für im in am auf aus bei nach es er sie wir ich ihr mai',
  },
  {
    // Dutch
    negations: 'niet geen nooit niets niemand nergens zonder',
    common:
      'de het een en van in is dat die op te met voor aan zijn er nu ook als bij naar om uit door over je we wij ik hij ze deze dit nul',
  },
  {
    // Danish, Norwegian, Swedish
    negations: 'ikke ikkje inte ej ingen inget intet aldrig aldri uden uten utan',
    common:
      'og och i en et ett den det de som er är var til till på av af for för med at att jag jeg du han hun hon vi ni nu har kan ska skal sin sitt sine din min om men eller fra från nul',
  },
  {
    // French
    negations: 'ne pas jamais rien aucun aucune nul nulle personne ni sans guère',
    common:
      "le la les un une des du de et est en dans pour que qui sur au aux je tu il elle nous vous ce cette c'est avec son sa ses mon votre notre par plus ou mai nu",
  },
  {
    // Spanish
    negations: 'no nunca jamás nada nadie ningún ninguno ninguna ni tampoco sin',
    common:
      'el la los las un una de del y que en con por para es se su sus al lo me te más como está son fue muy este esta mi',
  },
  {
    // Portuguese
    negations: 'não nunca jamais nada ninguém nenhum nenhuma nem sem',
    common:
      'o a os as um uma de do da dos das em no na nos nas e que com por para é está estou se sua seu ao pelo pela mais como eu',
  },
  {
    // Italian
    negations: 'non mai niente nulla nessun nessuno nessuna né senza nemmeno neanche neppure',
    common:
      'il lo la gli le i un una di del della dei in e che è per con su da dal alla al si mi ti ci ne sono ho ha questo questa come più anche',
  },
  {
    // Romanian
    negations: 'nu fără nici niciodată nimic nimeni niciun nicio',
    common:
      'și în la de cu pe un o este sunt din pentru că care ce se al ai a mai să ni ne te am are după',
  },
  {
    // Polish
    negations: 'nie nigdy nic nikt bez ani żaden żadna żadne',
    common: 'i w na z do to jest się że jak o po od za dla są ale czy tak już tylko co ta ten',
  },
  {
    // Czech, Slovak
    negations: 'ne není nikdy nic nikdo bez ani žádný žádná žádné',
    common: 'a v na je se že to s z do o k i jak po pro si by ale co tak už jen jsem jsou',
  },
  // Russian, Ukrainian
  { negations: 'не ни нет нету нельзя никогда ничего никто нигде без немає ніколи ніхто' },
  // Greek, with the capitals' spelling without accents
  { negations: 'δεν μην μη όχι οχι ποτέ ποτε χωρίς χωρις κανείς κανεις τίποτα τιποτα' },
  {
    // Finnish
    negations: 'ei en et emme ette eivät älä älkää älköön ilman',
    common:
      'on ja se ne että hän he minä sinä tämä tämän ovat oli ole olen saa voi kun niin kuin mutta myös vain sen joka jos nyt',
  },
  {
    // Hungarian
    negations: 'nem ne soha senki semmi nincs nélkül',
    common: 'a az és hogy is van egy de meg ezt azt ez ki már csak mai',
  },
  {
    // Turkish
    negations: 'değil yok hiç asla sakın',
    common: 'bir ve bu da de için ne ile mi çok o ben sen var gibi daha ama en et bez',
  },
  // Hebrew
  { negations: 'לא אל אין אינו אינה אסור בלי ללא מעולם אף' },
  // Arabic
  { negations: 'لا لم لن ليس ليست ما غير بدون دون ولا' },
  // Hindi
  { negations: 'नहीं मत न बिना कभी' },
  // Vietnamese
  { negations: 'không đừng chớ chưa chẳng' },
  // Indonesian, Malay
  { negations: 'tidak jangan bukan belum tanpa' },
  // Thai
  { negations: 'ไม่ อย่า ห้าม ไม่มี ไม่ใช่ มิได้' },
  {
    // Chinese
    negations:
      '不 没 沒 无 無 非 未 莫 勿 别 別 不要 不得 不能 不可 不准 不许 不許 不会 不會 不用 不必 不是 不再 不宜 不需 不需要 不須 不该 不該 不應 不應該 不想 不愿 不願 不敢 不让 不讓 不含 不曾 不適合 不知道 没有 沒有 无法 無法 无须 無須 無需 毫无 毫無 从不 從不 从未 從未 未曾 绝不 絕不 决不 并不 别再 未经 未經 并非 並非 禁止 严禁 嚴禁',
  },
  // Japanese
  { negations: '不 未 無 禁止 厳禁 決して' },
  // Korean
  { negations: '안 못 절대' },
];

/** The numbers of the languages in which each word is listed. */
const numbersByWord = (list: 'negations' | 'common'): ReadonlyMap<string, readonly number[]> => {
  const numbers = new Map<string, number[]>();
  for (const [number, language] of languages.entries()) {
    for (const word of language[list]?.split(' ') ?? [])
      numbers.set(word, [...(numbers.get(word) ?? []), number]);
  }
  return numbers;
};
const negating = numbersByWord('negations');
const common = numbersByWord('common');

/** French elides `ne`, and English contracts `not`. */
const contraction = /^n'|n't(?!\p{L})/u;

/**
 * Whether each word is a negation. One that another language spells like a common word is none in a text with more
 * different words of that language than of its own. Between equals it is one: a bold negation too many is harmless.
 */
const areNegations = (words: readonly Word[]): readonly boolean[] => {
  const spelled = words.map(({ text }) => plainSpelling(text));
  const known = new Uint16Array(languages.length);
  for (const word of new Set(spelled)) {
    for (const number of [...(negating.get(word) ?? []), ...(common.get(word) ?? [])])
      known[number] = (known[number] as number) + 1;
  }
  const most = (numbers: readonly number[] = []) =>
    Math.max(...numbers.map((number) => known[number] as number));
  const isListed = (word: string) =>
    negating.has(word) && most(negating.get(word)) >= most(common.get(word));
  return spelled.map((word) => contraction.test(word) || word.split("'").some(isListed));
};

/**
 * Ranks words by their scores: all indexes, the best first, the earlier of equals first. A negation ranks before
 * the words that it governs: the next {@link REACH}, whatever stands between, up to an empty line.
 *
 * @param scores - are changed.
 * @param rise - how far a negation rises towards the best word that it governs, from 0 to 1. Then words above it fall
 *   to it.
 */
export const rankWithNegations = (
  text: string,
  words: readonly Word[],
  scores: Float64Array,
  rise = RISE,
): Omit<Ranking, 'model'> => {
  const negates = areNegations(words);
  const ends = words.map((_, at) => {
    const most = Math.min(at + 1 + (negates[at] ? REACH : 0), words.length);
    let end = at + 1;
    while (end < most && !emptyLine.test(text.slice(words[end - 1]?.end, words[end]?.start)))
      end += 1;
    return end;
  });

  for (let at = words.length - 1; at >= 0; at--) {
    const own = scores[at] as number;
    scores[at] = own + rise * (Math.max(...scores.subarray(at, ends[at])) - own);
  }
  for (const [at, end] of ends.entries()) {
    for (let i = at + 1; i < end; i++)
      scores[i] = Math.min(scores[i] as number, scores[at] as number);
  }
  const order = [...words.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
  return { order, ends };
};

const emptyLine = /(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]/;

/** Changes a ranking without scores: a negation rises to the best word that it governs. */
export const raiseNegations = (
  text: string,
  words: readonly Word[],
  ranking: readonly number[],
): Omit<Ranking, 'model'> => {
  const scores = new Float64Array(words.length);
  for (const [place, index] of ranking.entries()) scores[index] = -place;
  return rankWithNegations(text, words, scores, 1);
};
