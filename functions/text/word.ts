/** A word of a text that may be emphasized. */
export interface Word {
  readonly text: string;
  /** The offset of the first UTF-16 code unit. */
  readonly start: number;
  /** The offset after the last code unit. */
  readonly end: number;
}
