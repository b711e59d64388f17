/** The part of subset-font that is used here; it ships no types. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly noHinting: boolean;
    /** Entries of the `name` table to keep, by their ids. */
    readonly preserveNameIds: readonly number[];
  }

  /** Makes a font that has the characters of a text. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
