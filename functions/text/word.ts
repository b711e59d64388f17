/** A word of a text that may be emphasized. */
export interface Word {
  readonly text: string;
  /** Offset of its first UTF-16 code unit in the text. */
  readonly start: number;
  /** Offset just past its last code unit. */
  readonly end: number;
}
