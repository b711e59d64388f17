/** The words that emphasize chose, as places in the text. */
import type { EmphasizeResponse } from '../../../../functions/endpoints/emphasize/endpoint.ts';

/** A part of a text in UTF-16 code units: its first, and the one after its last. */
export type Range = readonly [start: number, end: number];

export interface Piece {
  readonly text: string;
  /** How important a word in bold is: 0 for the most important, below 1. Absent for other text. */
  readonly rank?: number;
}

/**
 * Cuts a text at the words in bold.
 *
 * @param bold - disjoint, the most important first.
 */
export const piecesOf = (text: string, bold: readonly Range[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let done = 0;
  const words = bold.map(([start, end], index) => ({ start, end, rank: index / bold.length }));
  for (const { start, end, rank } of words.sort((a, b) => a.start - b.start)) {
    pieces.push({ text: text.slice(done, start) }, { text: text.slice(start, end), rank });
    done = end;
  }
  return [...pieces, { text: text.slice(done) }].filter(({ text }) => text);
};

/** The chosen words of a response, in the order of the text. Words that touch share one pair of `**`. */
export const chosenWords = ({
  original,
  result,
  emphasized_words: words,
}: EmphasizeResponse): readonly Range[] => {
  const ranges: Range[] = [];
  const marks = addedMarks(original, result);
  for (let mark = 0; mark + 1 < marks.length; mark += 2) {
    const [open = 0, close = 0] = marks.slice(mark, mark + 2);
    for (let start = open; start < close; ) {
      const end = start + (words[ranges.length]?.length || close - start);
      ranges.push([start, end]);
      start = end;
    }
  }
  return ranges;
};

/**
 * The positions in the original at which `**` was added. A chosen word never touches an asterisk of the text.
 */
const addedMarks = (original: string, result: string): readonly number[] => {
  const marks: number[] = [];
  let added = 0;
  for (let at = 0; at + added < result.length; at += 1) {
    if (result[at + added] === original[at]) continue;
    marks.push(at);
    added += '**'.length;
  }
  return marks;
};
