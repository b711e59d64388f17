/**
 * Rejects regular expressions that are not linear in the text, which a caller could exploit: `npm run check:regexes`.
 * Arguments: folders to check. Default: `functions`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOptions } from '../lib/tools/command-line/options.ts';
import { findRegexes } from './check-regexes/find.ts';
import { judge } from './check-regexes/judge.ts';

const { positionals } = programOptions({ allowPositionals: true });
const folders = positionals.length > 0 ? positionals : [join(import.meta.dirname, '../functions')];

const found = folders
  .flatMap((folder) =>
    globSync('**/*.{ts,cts,mts}', { cwd: folder }).map((file) => join(folder, file)),
  )
  .sort()
  .map((path) => ({ path, ...findRegexes(readFileSync(path, 'utf8')) }));
const regexes = found.flatMap(({ path, regexes }) => regexes.map((regex) => ({ path, ...regex })));
const verdicts = regexes.map(judge);

const complaints = [
  ...found.flatMap(({ path, constructed }) =>
    constructed.map(
      (line) => `${path}:${line}: this regular expression can't be checked. Write it as a literal.`,
    ),
  ),
  ...regexes.flatMap(({ path, line, source, flags }, index) =>
    verdicts[index] ? [`${path}:${line}: /${source}/${flags} ${verdicts[index]}`] : [],
  ),
];
for (const complaint of complaints) console.error(complaint);
console.log(`Checked ${regexes.length} regular expressions.`);
if (complaints.length > 0 || regexes.length === 0) process.exitCode = 1;
