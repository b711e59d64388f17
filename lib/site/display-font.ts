/** The face of shouts, screams and the link preview: Archivo Black, under the SIL Open Font License 1.1. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** The whole font, a TrueType file. */
export const displayFontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/archivo-black/400Regular/ArchivoBlack_400Regular.ttf',
);

/** Every character that an upper-cased text can hold, below the surrogates. */
const capitals = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
  .filter((character) => character === character.toUpperCase())
  .join('');

/** The copyright, the licence and its address, which the licence asks to keep (OpenType, `name` table). */
const licenceNames = [0, 13, 14];

/** What the pages load of it, as WOFF2. Hints are for small sizes and take as much room as the shapes. */
export const displayFont = await subsetFont(readFileSync(displayFontFile), capitals, {
  targetFormat: 'woff2',
  noHinting: true,
  preserveNameIds: licenceNames,
});
