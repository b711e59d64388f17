/**
 * Does work for each item, for some at the same time. Where it fails, another may still be worked on, but
 * the more often it fails, the fewer are begun: what fails is not asked on and on.
 *
 * @param workers How many items are worked on at the same time.
 * @returns the first fault, or `undefined` where all work was done.
 */
export const inParallel = async <Item>(
  items: Iterable<Item>,
  workers: number,
  work: (item: Item) => Promise<void>,
): Promise<unknown> => {
  const waiting = items[Symbol.iterator]();
  let fault: unknown;
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  };
  await Promise.all(
    Array.from({ length: workers }, () =>
      worker().catch((error) => {
        fault ??= error;
      }),
    ),
  );
  return fault;
};
