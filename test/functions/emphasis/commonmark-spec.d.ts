/** The examples of CommonMark's specification; the package ships no types. */
declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly number: number;
    readonly section: string;
    /** The Markdown, with arrows for tabs. */
    readonly markdown: string;
    readonly html: string;
  }[];
}
