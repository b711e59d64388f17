/** How many counted requests a key has in each of its windows. */
export interface Plan {
  readonly name: string;
  /** Slots per window. */
  readonly limit: number;
  /** The window's length in seconds. Windows are aligned to the epoch. */
  readonly windowSeconds: number;
}
