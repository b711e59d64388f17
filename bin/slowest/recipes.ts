/** How bodies are made that may be slow. */
import { maxCharacters } from '../../functions/http/body-size.ts';
import { prose } from '../bench/prose.ts';

/** A text: fragments, each so many times, one after the other. */
export type Recipe = readonly (readonly [fragment: string, count: number])[];

/** A body of an emphasize request. */
export interface Body {
  /** Whether the recipe makes the field `text`, or the body itself, which need not be JSON. */
  readonly makes: 'text' | 'body';
  readonly recipe: Recipe;
}

/** What others are compared with: words, spaces and full stops. */
export const plain: Body = { makes: 'text', recipe: [[prose.slice(0, 9_960), 1]] };

/** A body as it is sent. All words of a text are wanted in bold. */
export const sent = ({ makes, recipe }: Body): string => {
  const text = recipe.map(([fragment, count]) => fragment.repeat(count)).join('');
  return makes === 'body' ? text : JSON.stringify({ text, emphasis_ratio: 1 });
};

/** A body like another one, but no larger than a request may be: with lower counts, or without its end. */
export const fitted = (body: Body): Body => {
  const excess = [...sent(body)].length / maxCharacters;
  if (excess <= 1) return body;
  const { makes, recipe } = body;
  const lower = recipe.map(
    ([fragment, count]) => [fragment, Math.ceil(Math.max(count - 1, 0) / excess)] as const,
  );
  const lowered = lower.some(([, count], index) => count !== recipe[index]?.[1]);
  return fitted({ makes, recipe: lowered ? lower : recipe.slice(0, -1) });
};

/** A body in words: `text: ">" × 300, "a"`. */
export const inWords = ({ makes, recipe }: Body): string => {
  const pieces = recipe.map(([fragment, count]) => {
    const shown = JSON.stringify(fragment.length > 100 ? `${fragment.slice(0, 20)}…` : fragment);
    return count > 1 ? `${shown} × ${count}` : shown;
  });
  return `${makes}: ${pieces.join(', ')}`;
};
