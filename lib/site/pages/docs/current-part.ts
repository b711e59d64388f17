/** Marks the current part of the page in the list of contents. */
export const markCurrentPart = (contents: HTMLElement): void => {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of contents.querySelectorAll('a')) {
    const part = document.getElementById(link.hash.slice(1))?.closest('.operation, .part');
    if (part) links.set(part, link);
  }

  const mark = (part: Element | undefined) => {
    for (const [other, link] of links) link.ariaCurrent = other === part ? 'true' : null;
  };

  const seen = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      mark([...links.keys()].find((part) => seen.has(part)));
    },
    // A strip near the top of the window, just below where links scroll to.
    { rootMargin: '-80px 0px -85%' },
  );
  for (const part of links.keys()) {
    observer.observe(part);
    part.querySelector('.operation > summary')?.addEventListener('click', () => {
      if (!(part as HTMLDetailsElement).open) mark(part);
    });
  }
};
