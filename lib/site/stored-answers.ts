/** The playground's example, with the API's answers. */
import { chosenCount, emphasize } from '../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import * as scream from '../../functions/endpoints/scream/endpoint.ts';
import * as shout from '../../functions/endpoints/shout/endpoint.ts';
import * as whisper from '../../functions/endpoints/whisper/endpoint.ts';

export const storedText = 'Nobody heard me the first time';

/** The initial intensity of a scream. */
export const storedIntensity = 3;

const emphasis = () => {
  const words = candidateWords(storedText);
  const { model, order: ranking } = rankEmbedded(storedText, words);
  const count = chosenCount(words.length, 0.3);
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
  whisper: whisper.work({ text: storedText }),
  emphasize: emphasis(),
  shout: shout.work({ text: storedText }),
  scream: scream.work({ text: storedText, intensity: storedIntensity }),
};
