/** The words that emphasize chooses, as far as the contract fixes them, and the model. */
import { embeddedModelName } from '../../../../functions/emphasis/embedded-model-name.ts';
import { foundationModel } from '../../../../functions/emphasis/inference-profile.ts';
import type { EmphasizeResponse } from '../../../../functions/endpoints/emphasize/endpoint.ts';
import type { Stage } from '../../../settings/stages.ts';
import { askAsDescribed, posted } from '../calls.ts';
import { type Check, expectSame, expectThat, inCase } from '../check.ts';

const text = 'The meeting moved to Thursday because of the storm in the north';
const words = text.split(' ');

/** The beginning of the model's name in answers. */
const modelName = ({ emphasis }: Stage, model: 'bedrock' | 'embedded'): string => {
  if (model === 'embedded') return embeddedModelName;
  return emphasis.model === 'bedrock'
    ? foundationModel(emphasis.inferenceProfile)
    : "Bedrock's, which the stage does not use";
};

export const emphasisChecks: readonly Check[] = [
  {
    name: 'POST /v1/emphasize makes a share of the words bold, and names its model',
    slots: 3,
    run: async (target) => {
      const models = new Set<string>();
      for (const emphasis_ratio of [0.25, 0.5, 1]) {
        await inCase(`ratio ${emphasis_ratio}`, async () => {
          const body = JSON.stringify({ text, emphasis_ratio });
          const sent = posted(target.key, '/v1/emphasize', body);
          const answer = await askAsDescribed(target, sent, 200);
          const { result, emphasized_words, model } = answer.json as EmphasizeResponse;
          expectSame('the result without asterisks', result.replaceAll('**', ''), text);
          const count = Math.round(emphasis_ratio * words.length);
          expectSame('the number of chosen words', emphasized_words.length, count);
          const bold = [...result.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, part = '']) =>
            part.split(' '),
          );
          expectSame('emphasized_words', emphasized_words, bold);
          if (target.model) {
            const wanted = modelName(target.stage, target.model);
            expectThat('model', model.startsWith(wanted), wanted, model);
          }
          models.add(model);
        });
      }
      return `chosen by ${[...models].join(', ')}`;
    },
  },
];
