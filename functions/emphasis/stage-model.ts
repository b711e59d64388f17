import * as v from 'valibot';
import { bedrock } from '../aws/bedrock.ts';
import { prime } from '../aws/prime.ts';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import { priming } from '../settings/stage-settings.ts';
import { bedrockModel } from './bedrock-model.ts';
import { withFallback } from './fallback.ts';
import type { EmphasisModel } from './model.ts';
import { toolName } from './prompt.ts';
import { reportFallback } from './report.ts';
import { candidateWords } from './words.ts';

/** The embedded model. It is loaded at its first request: most functions with a Bedrock model never have one. */
const embedded: EmphasisModel = async (text, words) => {
  const { rankEmbedded } = await import('./embedded.ts');
  return rankEmbedded(text, words);
};

const modelInBedrock = v.object({
  INFERENCE_PROFILE: v.string(),
  STAGE: v.string(),
  PRIMING: priming,
});

/** What Bedrock answers in a rehearsal. */
const answer = JSON.stringify({
  output: { message: { content: [{ toolUse: { name: toolName, input: { ranking: [1] } } }] } },
  stopReason: 'tool_use',
});

/**
 * Makes the model of the stage: the one in Bedrock behind the inference profile that
 * `INFERENCE_PROFILE` names, with the embedded one in reserve; without the variable, the embedded
 * one alone. Where `PRIMING` is on, Bedrock's client is primed.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const stageModel = async (environment: Environment): Promise<EmphasisModel> => {
  if (!environment.INFERENCE_PROFILE) return embedded;
  const {
    INFERENCE_PROFILE: inferenceProfile,
    STAGE: stage,
    PRIMING,
  } = readEnvironment(modelInBedrock, environment);
  const client = bedrock();
  const model = bedrockModel({ client, inferenceProfile, embedded });
  if (PRIMING) await prime(() => client.rehearse(answer, () => model('a', candidateWords('a'), 1)));
  return withFallback(model, embedded, reportFallback(stage));
};
