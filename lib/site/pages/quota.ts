/** What is left of a window's calls. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}
