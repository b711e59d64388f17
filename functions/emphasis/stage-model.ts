import * as v from 'valibot';
import { bedrock } from '../aws/bedrock.ts';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import { bedrockModel } from './bedrock-model.ts';
import { withFallback } from './fallback.ts';
import type { EmphasisModel } from './model.ts';
import { reportFallback } from './report.ts';

/** The embedded model. It is loaded at its first request: most functions with a Bedrock model never have one. */
const embedded: EmphasisModel = async (text, words) => {
  const { rankEmbedded } = await import('./embedded.ts');
  return rankEmbedded(text, words);
};

const modelInBedrock = v.object({ INFERENCE_PROFILE: v.string(), STAGE: v.string() });

/**
 * Makes the model of the stage: the one in Bedrock behind the inference profile that
 * `INFERENCE_PROFILE` names, with the embedded one in reserve; without the variable, the embedded
 * one alone.
 *
 * @throws {Error} as {@link readEnvironment} does.
 */
export const stageModel = (environment: Environment): EmphasisModel => {
  if (!environment.INFERENCE_PROFILE) return embedded;
  const { INFERENCE_PROFILE: inferenceProfile, STAGE: stage } = readEnvironment(
    modelInBedrock,
    environment,
  );
  return withFallback(
    bedrockModel({ client: bedrock(), inferenceProfile, embedded }),
    embedded,
    reportFallback(stage),
  );
};
