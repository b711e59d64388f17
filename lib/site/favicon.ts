/** The icon at `/favicon.ico`, which some programs request whatever a page links to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { pagesFolder } from './assets.ts';

const size = 32;

/** Draws an ICO file with one PNG (https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)). */
export const favicon = (): Buffer => {
  const png = new Resvg(readFileSync(join(pagesFolder, 'icon.svg'), 'utf8'), {
    fitTo: { mode: 'width', value: size },
  })
    .render()
    .asPng();
  const header = Buffer.alloc(22);
  // ICONDIR: the type (an icon) and the number of images.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  // ICONDIRENTRY: width, height, color planes, bits per pixel, length and offset.
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
};
