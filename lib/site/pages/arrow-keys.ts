/** The keys that move within a group of controls (ARIA Authoring Practices Guide). */
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Calls `move` with the index to which a key leads. Alt and an arrow navigate the browser's history. */
export const onArrow = (
  event: KeyboardEvent,
  index: number,
  count: number,
  move: (index: number) => void,
): void => {
  const next = steps[event.key]?.(index, count);
  if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  move(next);
};
