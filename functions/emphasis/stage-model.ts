import { bedrock } from '../aws/bedrock.ts';
import { bedrockModel } from './bedrock.ts';
import { withFallback } from './fallback.ts';
import type { EmphasisModel } from './model.ts';
import { reportFallback } from './report.ts';

/** The embedded model. It is loaded at its first request: most functions with a Bedrock model never have one. */
const embedded: EmphasisModel = async (text, words) => {
  const { rankEmbedded } = await import('./embedded.ts');
  return rankEmbedded(text, words);
};

/**
 * Makes the model of the stage: the one in Bedrock behind the inference profile that
 * `INFERENCE_PROFILE` names, with the embedded one in reserve; without the variable, the embedded
 * one alone.
 */
export const stageModel = ({
  INFERENCE_PROFILE: inferenceProfile,
  STAGE: stage = 'unknown',
}: Readonly<Record<string, string | undefined>>): EmphasisModel =>
  inferenceProfile === undefined
    ? embedded
    : withFallback(
        bedrockModel({ client: bedrock(), inferenceProfile, embedded }),
        embedded,
        reportFallback(stage),
      );
