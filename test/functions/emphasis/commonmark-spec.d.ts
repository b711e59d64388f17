/** The types of commonmark-spec: the examples of CommonMark's specification. */
declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly number: number;
    readonly section: string;
    /** Arrows stand for tabs. */
    readonly markdown: string;
    readonly html: string;
  }[];
}
