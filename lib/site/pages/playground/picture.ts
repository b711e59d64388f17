/** The stage as a picture of 1200 × 630 pixels, the size of a link preview. */
import { fitText } from './fit-text.ts';

/**
 * Draws a PNG; null if the browser can't.
 *
 * @param largest - the largest size of the text, as for the stage.
 */
export const drawPicture = (stage: HTMLElement, largest?: number): Promise<Blob | null> => {
  const copy = stage.cloneNode(true) as HTMLElement;
  copy.classList.add('picture');
  delete copy.dataset.animated;
  for (const button of copy.querySelectorAll('button')) button.remove();
  copy.querySelector('h1')?.prepend('Amplify · ');
  document.body.append(copy);
  // The browser lays out a copy of the stage, so that lines, scripts and directions are the same.
  fitText(copy, largest);
  const canvas = document.createElement('canvas');
  canvas.width = copy.offsetWidth;
  canvas.height = copy.offsetHeight;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  drawGround(pen, getComputedStyle(copy));
  const { x, y } = copy.getBoundingClientRect();
  pen.translate(-x, -y);
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    drawText(pen, node as Text, y + canvas.height);
  }
  copy.remove();
  return new Promise((resolve) => canvas.toBlob(resolve));
};

/** The background, with a scream's rays. */
const drawGround = (pen: CanvasRenderingContext2D, style: CSSStyleDeclaration): void => {
  const { width, height } = pen.canvas;
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = `rgb(0 0 0 / ${style.getPropertyValue('--rays')})`;
  if (!style.backgroundImage.includes('conic')) return;
  const degree = Math.PI / 180;
  for (let angle = -90; angle < 270; angle += 12) {
    pen.beginPath();
    pen.moveTo(width * 0.5, height * 0.55);
    pen.arc(width * 0.5, height * 0.55, width, angle * degree, (angle + 6) * degree);
    pen.fill();
  }
};

/** Draws a text where it is laid out, down to an edge. The rest becomes an ellipsis. */
const drawText = (pen: CanvasRenderingContext2D, node: Text, edge: number): void => {
  const parent = node.parentElement as HTMLElement;
  const style = getComputedStyle(parent);
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
  pen.fontKerning = style.fontKerning as CanvasFontKerning;
  pen.direction = style.direction as CanvasDirection;
  pen.textAlign = 'left';
  const lines = linesOf(node);
  for (const [index, { text, box }] of lines.entries()) {
    const below = lines[index + 1]?.box.bottom ?? 0;
    const isLast = below > edge;
    if (parent.localName === 'strong') {
      pen.fillStyle = style.getPropertyValue('--tint');
      pen.fillRect(box.left, box.top + box.height * 0.385, box.width, box.height * 0.45);
    }
    const baseline = box.top + pen.measureText(text).fontBoundingBoxAscent;
    const write = (colour: string, x = 0, y = 0) => {
      pen.fillStyle = colour;
      pen.fillText(isLast ? `${text}…` : text, box.left + x, baseline + y);
    };
    // The last shadow is the lowest.
    for (const [, colour = '', x, y] of [...style.textShadow.matchAll(shadow)].reverse()) {
      write(colour, Number(x), Number(y));
    }
    write(style.color);
    const stroke = Number.parseFloat(style.webkitTextStrokeWidth);
    if (stroke > 0) {
      pen.strokeStyle = style.color;
      pen.lineWidth = stroke;
      pen.strokeText(isLast ? `${text}…` : text, box.left, baseline);
    }
    if (isLast) return;
  }
};

/** A computed shadow, such as `rgb(0, 0, 0) 1px 2px 0px`. */
const shadow = /(rgb\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px/g;

interface Line {
  readonly text: string;
  readonly box: DOMRect;
}

/** The lines of a laid-out text. */
const linesOf = (node: Text): readonly Line[] => {
  const range = document.createRange();
  const boxOf = (from: number, to: number) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  const lines: Line[] = [];
  let from = 0;
  let at = 0;
  let top: number | undefined;
  const end = () => {
    if (at > from) lines.push({ text: node.data.slice(from, at).trimEnd(), box: boxOf(from, at) });
    from = at;
  };
  for (const character of node.data) {
    const box = boxOf(at, at + character.length);
    if (top !== undefined && box.height > 0 && box.top > top + box.height / 2) end();
    if (box.height > 0) top = box.top;
    at += character.length;
  }
  end();
  return lines;
};
