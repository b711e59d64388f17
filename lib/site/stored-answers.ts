/** The example of the playground and the home, with the API's answers. */
import { chosenCount, emphasize } from '../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import * as scream from '../../functions/endpoints/scream/endpoint.ts';
import { voices } from './pages/playground/voices.ts';

export const storedText = 'Nobody heard me the first time';

const emphasis = () => {
  const words = candidateWords(storedText);
  const { model, order: ranking } = rankEmbedded(storedText, words);
  const count = chosenCount(words.length, voices.emphasize.setting.initial / 100);
  const { result, emphasizedWords, order } = emphasize(storedText, words, ranking, count);
  return {
    body: {
      original: storedText,
      result,
      emphasized_words: emphasizedWords,
      model,
      experimental: true as const,
    },
    order,
  };
};

/** The answers by voice, at the sliders' initial settings. */
export const storedAnswers = {
  emphasize: emphasis(),
  scream: scream.work({ text: storedText, intensity: voices.scream.setting.initial }),
};
