/** The picture that other sites show beside a link to the playground (https://ogp.me): louder from line to line. */
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { storedAnswers } from './stored-answers.ts';

const font = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/archivo-black/400Regular/ArchivoBlack_400Regular.ttf',
);

const { whisper, emphasize, shout, scream } = storedAnswers;
const [screamed = '', atTheEnd = ''] = scream.body.result.split(/(?<=ME) /);
const bold = emphasize.body.result.replaceAll(/\*\*(.+?)\*\*/g, '<tspan fill="#211d1a">$1</tspan>');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Archivo Black">
<rect width="1200" height="630" fill="#fbf9f5"/>
<rect y="304" width="1200" height="326" fill="#a93218"/>
<text x="64" y="84" font-size="26" fill="#a89e94">${whisper.body.result}</text>
<text x="64" y="158" font-size="42" fill="#a89e94">${bold}</text>
<text x="64" y="248" font-size="53" fill="#211d1a">${shout.body.result}</text>
<text x="60" y="430" font-size="98" fill="#fff">${screamed}</text>
<text x="60" y="560" font-size="110" fill="#fff">${atTheEnd}</text>
</svg>`;

/** Draws it: a PNG of 1200 × 630 pixels, the same from the same sources. */
export const drawPreview = (): Uint8Array =>
  new Resvg(svg, { font: { fontFiles: [font], loadSystemFonts: false } }).render().asPng();
