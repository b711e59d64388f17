/** The picture that other sites show beside a link (https://ogp.me): each line is louder. */
import { Resvg } from '@resvg/resvg-js';
import { displayFontFile } from './display-font.ts';
import { storedAnswers } from './stored-answers.ts';

const { whisper, emphasize, shout, scream } = storedAnswers;
const screamed = scream.result;
/** The distance from the middle. */
const off = (at: number) => Math.abs(at - screamed.length / 2);
/** The space nearest to the middle, at which the lines break. */
const turn = [...screamed.matchAll(/ /g)]
  .map(({ index }) => index)
  .reduce((best, at) => (off(at) < off(best) ? at : best), 0);
const bold = emphasize.body.result.replaceAll(/\*\*(.+?)\*\*/g, '<tspan fill="#211d1a">$1</tspan>');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Archivo Black">
<rect width="1200" height="630" fill="#fbf9f5"/>
<rect y="304" width="1200" height="326" fill="#a93218"/>
<text x="64" y="84" font-size="26" fill="#a89e94">${whisper.result}</text>
<text x="64" y="158" font-size="42" fill="#a89e94">${bold}</text>
<text x="64" y="248" font-size="53" fill="#211d1a">${shout.result}</text>
<text x="60" y="430" font-size="98" fill="#fff">${screamed.slice(0, turn)}</text>
<text x="60" y="560" font-size="110" fill="#fff">${screamed.slice(turn + 1)}</text>
</svg>`;

/** Draws the picture: a PNG of 1200 × 630 pixels. The same sources give the same bytes. */
export const drawPreview = (): Uint8Array =>
  new Resvg(svg, { font: { fontFiles: [displayFontFile], loadSystemFonts: false } })
    .render()
    .asPng();
