/** The types of subset-font, as far as used here. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    readonly noHinting: boolean;
    /** Ids of `name` table entries to keep. */
    readonly preserveNameIds: readonly number[];
  }

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
