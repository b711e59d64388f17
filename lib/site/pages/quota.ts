export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}
