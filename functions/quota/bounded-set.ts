/** A set that forgets its oldest members rather than grow beyond its capacity. */
export const boundedSet = (
  capacity: number,
): Pick<Set<string>, 'has' | 'delete'> & { add(member: string): void } => {
  const members = new Set<string>();
  return {
    has: (member) => members.has(member),
    delete: (member) => members.delete(member),
    add: (member) => {
      members.add(member);
      if (members.size > capacity) {
        const [oldest] = members;
        if (oldest !== undefined) members.delete(oldest);
      }
    },
  };
};
