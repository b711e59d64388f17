/** The example of the playground and the home, with the API's answers. */
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import * as emphasize from '../../functions/endpoints/emphasize/endpoint.ts';
import * as scream from '../../functions/endpoints/scream/endpoint.ts';
import { voices } from './pages/playground/voices.ts';

export const storedText = 'Nobody heard me the first time';

const body = await emphasize.work(
  { text: storedText, emphasis_ratio: voices.emphasize.setting.initial / 100 },
  async (text, words) => rankEmbedded(text, words),
  () => 0,
);

/** The answers by voice, at the sliders' initial settings. */
export const storedAnswers = {
  emphasize: { body },
  scream: scream.work({ text: storedText, intensity: voices.scream.setting.initial }),
};
