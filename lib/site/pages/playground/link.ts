/** A link that shows what its sender saw. All of it stands after the `#`, which browsers send to no server. */
import { isVoice, type TextRequest } from './text-request.ts';

/** What follows the `#`. */
export const linkHash = ({ voice, text, value }: TextRequest): string =>
  `#${new URLSearchParams({ voice, ...(value !== undefined && { value: String(value) }), text })}`;

/** What a link asks for; undefined where that is nothing that this page can say. */
export const linkedRequest = (hash: string): TextRequest | undefined => {
  const parameters = new URLSearchParams(hash.slice(1));
  const voice = parameters.get('voice');
  const text = parameters.get('text');
  const value = Number(parameters.get('value') ?? Number.NaN);
  if (!isVoice(voice) || !text) return undefined;
  return { voice, text, ...(Number.isFinite(value) && { value }) };
};
