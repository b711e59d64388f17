/** What the page shows until somebody types. */
export const example = {
  voice: 'scream',
  text: 'Nobody heard me the first time',
  value: 3,
} as const;
