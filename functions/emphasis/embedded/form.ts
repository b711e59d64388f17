/** The properties of a word by itself, whatever its neighbours. */
import type { Word } from '../model.ts';
import { languages } from '../negation.ts';
import { plainSpelling } from '../spelling.ts';

// A separate file of the bundle: see embedded.ts.
const { default: lexicon } = await import('./lexicon.data.json', { with: { type: 'json' } });

/** The classes of the lexicon, by number; those of function words come first. */
export const classes = Object.keys(lexicon);
const FUNCTION_CLASSES = classes.indexOf('adverb') + 1;

/** The kinds of a word: 0 for no word, then the classes of function words, then content. */
export const kinds = ['none', ...classes.slice(0, FUNCTION_CLASSES), 'content'];
export const CONTENT = kinds.length - 1;

export interface Form {
  readonly spelling: string;
  readonly classes: readonly number[];
  readonly kind: number;
  /** Its length in letters of an alphabet, roughly. */
  readonly length: number;
  /** 0 lower case or no case, 1 capitalized, 2 in capitals, 3 begins with a digit. */
  readonly shape: number;
  /** Its keys in the vocabulary: the spelling, then its beginning and endings. */
  readonly lexical: readonly string[];
}

const { English, ...foreignNegations } = languages;

/**
 * The most common function words of other languages, with the classes of their English counterparts, so that
 * what was learned from English applies to them. A word of several classes or languages is listed once.
 */
const functionWords: Readonly<Record<string, string>> = {
  determiner:
    'der die das den dem des ein eine einen einem einer eines dieser diese dieses jeder jede le la les l un une ce cet cette ces el los las una unos unas este esta estos estas ese esa lo i gli uno questo questa os uma het een deze dit dat ett det bir bu şu этот эта эти тот та те ο η το οι τα του της των τον την ένα ένας μια هذا هذه ذلك تلك التي الذي كل این آن นี้ นั้น 这 那 这个 那个 一个 這 個 个 一個 這個 この その あの これ それ こと もの よう 그 저 ini itu',
  possessive:
    'mein meine meinen meiner dein deine sein seine seinen seiner seinem ihre ihren ihrer unser unsere mon ma mes ton ta tes son sa ses notre nos votre vos leurs mi mis tus su sus nuestro nuestra mio mia tuo tua suo sua nostro nostra meu minha seu nosso nossa мой моя мои твой твоя свой своя наш наша',
  pronoun:
    'ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man je j tu il elle on nous vous ils elles me m te t se s lui leur y c ça cela yo tú él ella nosotros ellos ellas usted io lei noi voi loro ti ci vi eu ele ela nós eles elas você lhe ik jij hij zij ze wij we u hem haar ja ty ona my się go mu ją to jag hon sig я ты он она оно мы вы они меня тебя его её ее нас вас их мне тебе ему ей нам вам им себя это ти він вона ми ви вони це هو هي هم أنا أنت نحن הוא היא אני אתה הם אנחנו זה मैं तुम वह यह हम आप वे ये ฉัน คุณ เขา เรา มัน ผม 我 你 您 他 她 它 我们 你们 他们 我們 你們 他們 私 僕 あなた 彼 彼女',
  preposition:
    'in an auf mit von zu zum zur für bei nach aus über unter vor durch gegen ohne um bis seit im am vom beim de d à au aux en dans par pour sur avec sans sous vers chez entre del al con por para sin sobre hasta desde di per tra fra della dei delle alla nel nella dal dalla sul sulla do dos em na nas com sem ao aos pelo pela van op met voor aan bij uit naar om door over w z za od po przez dla på av för med till från в во на с со к ко из у о об от до за по для при без над под про з із від σε στο στη στην στον από με για في من إلى على عن مع بين حتى عند منذ של על עם אל מן את در از به با بر برای تا में से को का की के पर तक ने लिए ที่ ใน ของ จาก โดย กับ เพื่อ ถึง 的 在 从 到 对 把 被 给 于 为 地 得 從 對 給 為 は が を に で と の へ も や から まで より には では とは って 의 에 에서 를 을 은 는 이 가 와 과 로 ke dari untuk pada dengan của trong với cho ở',
  conjunction:
    'und oder aber wenn weil dass als wie ob denn sondern et ou mais si que qu car donc quand comme e o pero porque cuando como ed che perché quando come mas of maar omdat dan ale że jak gdy lub czy och att men som ve ile ama için ki и а но или что чтобы как если когда же ли і й але що як και ή αλλά ότι που να αν و أو ثم لكن أن إن ف ו או אבל כי אם یا که اما और या कि लेकिन अगर तो และ หรือ แต่ ว่า ก็ ถ้า 和 与 及 或 但 而 也 就 都 與 並 並且 但是 因为 所以 如果 て そして また しかし し ば けど 그리고 하지만 그러나 atau yang tetapi và là những các một',
  interrogative: 'was wer wo welche qui quoi dont où quel quelle',
  be: 'ist sind war waren bin bist sei wird werden wurde wurden est sont était étaient suis êtes être été era eran soy está están ser fue è sono erano siamo essere é são foi estão is zijn ben bent wordt jest są był była było är var был была было были быть есть є είναι كان كانت است بود है हैं था थी थे हो เป็น คือ อยู่ มี 是 有 了 着 过 著 過 です ます だ である いる ある た な でした ました する した して れ られ い う さ ま',
  have: 'hat haben habe hatte hatten ai as a ont avez avons avait avoir ha han he hay había ho hai hanno abbiamo heeft hebben heb had',
  modal: 'kann können muss müssen soll will wollen darf จะ ได้ ต้อง 会 能 要 可以 會',
  adverb: 'auch nur noch schon so da hier sehr dann más muy ya también भी ही 很 还 又 還',
  negation: Object.values(foreignNegations)
    .flatMap(({ negations, prohibitions = [] }) => [negations].concat(prohibitions))
    .join(' '),
};

/** The classes of each word. For a function word, the first one is a class of function words. */
const byWord = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const [name, list] of Object.entries(lists)) {
    for (const word of list.split(' ')) {
      found.set(word, [...new Set([...(found.get(word) ?? []), classes.indexOf(name)])]);
    }
  }
  return found;
};
const english = byWord({
  ...lexicon,
  negation: `${lexicon.negation} ${English?.negations}`,
});
const foreign = byWord(functionWords);

const isFunction = (number: number | undefined): boolean =>
  number !== undefined && number < FUNCTION_CLASSES;

/**
 * The form of each word; equal words share one. In a text that is not read as English, only function words
 * are known.
 *
 * @param asEnglish - whether to read it as English, instead of by its function words.
 */
export const formsOf = (
  words: readonly Pick<Word, 'text'>[],
  asEnglish?: boolean,
): readonly Form[] => {
  const places = new Map<string, number>();
  const counts: number[] = [];
  const placeOf = words.map(({ text }) => {
    const place = places.get(text) ?? places.size;
    if (place === places.size) places.set(text, place);
    counts[place] = (counts[place] ?? 0) + 1;
    return place;
  });
  const different = [...places.keys()];
  const lower = different.map(plainSpelling);
  const native = asEnglish ?? readsAsEnglish(lower, counts);
  const forms = different.map((word, place) => formOf(word, lower[place] as string, native));
  return placeOf.map((place) => forms[place] as Form);
};

/** Writes English contractions with their apostrophe: `dont` as `don't`. */
const withContraction = (lower: string): string =>
  lower.replace(
    /^(ai|are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)nt$/,
    "$1n't",
  );

/**
 * Whether a text is read as English: not if its function words are more often those of other languages, or if
 * it has no Latin letter. German `die` and `war` are neither deaths nor battles.
 *
 * @param lower - its distinct words, in lower case.
 * @param counts - how often each of them occurs.
 */
const readsAsEnglish = (lower: readonly string[], counts: readonly number[]): boolean => {
  let surplus = 0;
  for (let place = 0; place < lower.length; place++) {
    const word = lower[place] as string;
    if (isFunction(english.get(withContraction(word))?.[0])) surplus += counts[place] as number;
    if (foreign.has(word)) surplus -= counts[place] as number;
  }
  return surplus >= 0 && lower.some((word) => /[a-z]/.test(word));
};

const formOf = (word: string, lower: string, native: boolean): Form => {
  const spelling = native ? withContraction(lower) : lower;
  const all = native ? english.get(spelling) : (foreign.get(lower) ?? english.get(lower));
  const known = (native ? all : all?.filter(isFunction)) ?? [];
  return {
    spelling,
    classes: known,
    kind: isFunction(known[0]) ? (known[0] as number) + 1 : CONTENT,
    length: lengthOf(word),
    shape: shapeOf(word),
    lexical: native
      ? [spelling, `${lower.slice(0, 4)}-`, `-${lower.slice(-3)}`, `-${lower.slice(-2)}`]
      : [],
  };
};

/**
 * A Han character counts as three letters, a syllable of kana or Hangul as two; marks (accents, tones, Indic
 * vowel signs) as none.
 */
const lengthOf = (word: string): number => {
  if (/^[a-z']*$/i.test(word)) return word.length;
  let length = 0;
  for (const character of word) {
    if (/\p{Script=Han}/u.test(character)) length += 3;
    else if (/[\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/u.test(character)) length += 2;
    else if (!/\p{M}/u.test(character)) length += 1;
  }
  return length;
};

const shapeOf = (word: string): number => {
  if (!/^\p{N}|[\p{Lu}\p{Lt}]/u.test(word)) return 0;
  if (/^\p{N}/u.test(word)) return 3;
  if (!/\p{Ll}/u.test(word) && /\p{Lu}\P{Lu}*\p{Lu}/u.test(word)) return 2;
  return /^[\p{Lu}\p{Lt}]/u.test(word) ? 1 : 0;
};
