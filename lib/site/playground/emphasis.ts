/**
 * emphasize with the embedded model, as the service runs it. The page loads this bundle, with the model's weights, when
 * Emphasize is chosen.
 */
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import { type EmphasizeResponse, work } from '../../../functions/endpoints/emphasize/endpoint.ts';

export const previewEmphasis = (text: string, emphasis_ratio: number): Promise<EmphasizeResponse> =>
  work(
    { text, emphasis_ratio },
    async (_, words) => rankEmbedded(text, words),
    Number.POSITIVE_INFINITY,
  );
