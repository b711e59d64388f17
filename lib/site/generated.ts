/** The font, the favicon and the link preview: files of `generated/`, which `npm run generate` writes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedAnswers } from './stored-answers.ts';

export const generatedFolder = join(import.meta.dirname, 'generated');

/** Reads a file of the folder. */
export const generated = (name: string): Buffer => readFileSync(join(generatedFolder, name));

/** The icon as SVG, which the favicon shows. */
export const icon = readFileSync(join(import.meta.dirname, 'pages/icon.svg'), 'utf8');

/**
 * The characters of the font's subset, if the font has them: those of upper-case texts, and so also the letters without
 * an upper case. These ranges are the same in all versions of Unicode.
 */
export const capitals = (): string =>
  Array.from({ length: 0x2c00 }, (_, code) => String.fromCharCode(code))
    .filter((character) =>
      /[[\0-\u024f\u02b0-\u03ff\u1e00-\u1eff\u2000-\u2bff]--\p{Ll}]|[ĸℓ]/v.test(character),
    )
    .join('');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What the files are generated from, as recorded in `sources.json`. */
export const sources = () => ({
  icon: sha256(icon),
  fontCharacters: sha256(capitals()),
  previewText: storedAnswers.scream.result,
});
