/** Sets the text as large as it fits. */

/** The smallest size of a fitted text, in pixels. Longer texts make the page longer. */
const smallest = 18;

/** Scripts with taller letters, from Arabic to Myanmar, and Khmer: their fonts determine the line height. */
const tallScripts = /[\u0600-\u109f\u1780-\u17ff\ufb50-\ufdff]/;

/**
 * Fits the text into the stage's room, which is contained in CSS so that it does not depend on the text. If the
 * text does not fit, the room grows with it. Words break only if they don't fit on a line at the smallest size.
 * It takes at most 14 layouts, mostly three.
 *
 * @param largest - in pixels; absent for a text whose size CSS determines.
 */
export const fitText = (stage: HTMLElement, largest = 0): void => {
  const room = stage.querySelector('.room') as HTMLElement;
  const text = room.firstElementChild as HTMLElement;
  const { style } = text;
  style.overflowWrap = '';
  style.lineHeight = tallScripts.test(String(text.textContent)) ? 'normal' : '';
  delete room.dataset.grown;
  const { clientWidth: width, clientHeight: height } = room;
  let limit = Math.min(largest, height);

  const isWithin = (size: number) => {
    style.fontSize = `${size}px`;
    return text.scrollWidth <= width && text.offsetHeight <= height;
  };
  if (limit === 0) style.fontSize = '';
  else {
    // Mostly, one character more fits at the same size.
    const last = Number.parseInt(style.fontSize, 10);
    let size = last < limit && isWithin(last) ? last : smallest;
    if (size === smallest && !isWithin(smallest) && text.scrollWidth > width) {
      limit = Math.min(limit, largestForWords(text, width));
      style.overflowWrap = 'anywhere';
    }
    let above = Math.floor(limit) + 1;
    if (size === last && !isWithin(size + 1)) above = size + 1;
    while (above - size > 1) {
      const middle = (size + above) >> 1;
      if (isWithin(middle)) size = middle;
      else above = middle;
    }
    style.fontSize = `${size}px`;
  }
  if (text.offsetHeight > height) room.dataset.grown = '';
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
