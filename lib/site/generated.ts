/**
 * The files of `generated/`: the link preview, which `npm run pictures` draws; `favicon.ico`, which is `icon.svg` at 32 ×
 * 32 pixels; and the font, Archivo Black under the SIL Open Font License 1.1, a subset of the characters of upper-case
 * texts up to U+2BFF, without hinting, made by subset-font 2.9.0.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const generatedFolder = join(import.meta.dirname, 'generated');

/** Reads a file of the folder. */
export const generated = (name: string): Buffer => readFileSync(join(generatedFolder, name));

/** The icon as SVG. */
export const icon = readFileSync(join(import.meta.dirname, 'pages/icon.svg'), 'utf8');
