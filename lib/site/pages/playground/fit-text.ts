/** Sets the text as large as it fits. */

/** The smallest size of a fitted text, in pixels. Longer texts make the page longer. */
const smallest = 18;

/** The largest sizes in pixels by voice. Other voices are not fitted. */
const largest: Readonly<Record<string, number>> = {
  emphasize: 112,
  shout: Number.POSITIVE_INFINITY,
  scream: Number.POSITIVE_INFINITY,
};

/** Scripts with taller letters, from Arabic to Myanmar, and Khmer: their fonts determine the line height. */
const tallScripts = /[\u0600-\u109f\u1780-\u17ff\ufb50-\ufdff]/;

/**
 * Fits the text below the stage's heading. Words break only if they don't fit on a line at the smallest size.
 * It takes at most a dozen layouts.
 */
export const fitText = (stage: HTMLElement): void => {
  const room = stage.querySelector('.room') as HTMLElement;
  const text = room.firstElementChild as HTMLElement;
  const { style } = text;
  style.fontSize = '';
  style.overflowWrap = '';
  style.lineHeight = tallScripts.test(String(text.textContent)) ? 'normal' : '';
  // The room must not depend on the text.
  room.style.cssText = 'contain: size';
  const { clientWidth: width, clientHeight: height } = room;
  let limit = Math.min(largest[String(stage.dataset.voice)] ?? 0, height);

  const isWithin = (size: number) => {
    style.fontSize = `${size}px`;
    return text.scrollWidth <= width && text.offsetHeight <= height;
  };
  if (limit > 0) {
    if (!isWithin(smallest) && text.scrollWidth > width) {
      limit = Math.min(limit, largestForWords(text, width));
      style.overflowWrap = 'anywhere';
    }
    let size = smallest;
    for (let above = Math.floor(limit) + 1; above - size > 1; ) {
      const middle = (size + above) >> 1;
      if (isWithin(middle)) size = middle;
      else above = middle;
    }
    style.fontSize = `${size}px`;
  }
  if (text.offsetHeight > height) room.style.minHeight = `${text.offsetHeight}px`;
};

/**
 * The largest size at which every word that fits on a line at the smallest size still does; less 1 % for
 * rounding.
 */
const largestForWords = (text: HTMLElement, width: number): number => {
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  // An animation may scale it during the measurement.
  const scale = text.offsetWidth / text.getBoundingClientRect().width;
  let widest = 1;
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const needed = range.getBoundingClientRect().width * scale;
      if (needed <= width) widest = Math.max(widest, needed);
    }
  }
  return (0.99 * smallest * width) / widest;
};
