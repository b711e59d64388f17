/** The picture that other sites show beside a link (https://ogp.me): the example on the stage, screamed. */
import { Resvg } from '@resvg/resvg-js';
import { displayFontFile } from './display-font.ts';
import { storedAnswers } from './stored-answers.ts';

const options = { font: { fontFiles: [displayFontFile], loadSystemFonts: false } };
/** The size of the picture, and of the room for the text, in pixels. */
const [width, height] = [1200, 630];
const room = { left: 48, top: 92, width: 1104, height: 498 };
const lineHeight = 1.1;

const picture = (content: string): Resvg =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Archivo Black" fill="#fff">${content}</svg>`,
    options,
  );

/** A line's width at a size of 1 pixel. */
const widthOf = (line: string): number =>
  (picture(`<text y="100" font-size="20">${line}</text>`).getBBox()?.width ?? 0) / 20;

/** The text in lines of up to 13 characters, which suits the shape of the room. */
const lines = storedAnswers.scream.result.match(/(?=\S).{1,13}(?!\S)/g) ?? [];

/** The largest size that fits into the room. */
const size = Math.min(
  room.width / Math.max(...lines.map(widthOf)),
  room.height / lines.length / lineHeight,
);

/** A ray each 12 degrees, from the middle. */
const rays = Array.from({ length: 30 }, (_, index) => {
  const corner = (degrees: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${width * (0.5 + Math.cos(angle))},${height * 0.55 + width * Math.sin(angle)}`;
  };
  return `${width / 2},${height * 0.55} ${corner(12 * index)} ${corner(12 * index + 6)}`;
});

/** Draws the picture: a PNG of 1200 × 630 pixels. The same sources give the same bytes. */
export const drawPreview = (): Uint8Array => {
  const top = room.top + (room.height - lines.length * size * lineHeight) / 2;
  return picture(`<rect width="100%" height="100%" fill="#b12d14"/>
${rays.map((points) => `<polygon points="${points}" fill-opacity="0.03" fill="#000"/>`).join('')}
<text x="${room.left}" y="66" font-size="26">AMPLIFY</text>
${lines.map((line, index) => `<text x="${room.left}" y="${top + (index + 0.83) * size * lineHeight}" font-size="${size}">${line}</text>`).join('')}`)
    .render()
    .asPng();
};
