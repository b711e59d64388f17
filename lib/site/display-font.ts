/** The font of shouts, screams and the link preview: Archivo Black, under the SIL Open Font License 1.1. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** The whole font, a TrueType file. */
export const displayFontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/archivo-black/400Regular/ArchivoBlack_400Regular.ttf',
);

/** All characters of upper-case texts, below the surrogates. */
const capitals = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
  .filter((character) => character === character.toUpperCase())
  .join('');

/** The copyright, the license and its address, which the license requires (OpenType, `name` table). */
const licenceNames = [0, 13, 14];

/**
 * The subset that pages load, as WOFF2, without hints: these are for small sizes and as large as the shapes.
 */
export const displayFont = await subsetFont(readFileSync(displayFontFile), capitals, {
  targetFormat: 'woff2',
  noHinting: true,
  preserveNameIds: licenceNames,
});
