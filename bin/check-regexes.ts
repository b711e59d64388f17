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

const complain = (complaint: string): void => {
  console.error(complaint);
  process.exitCode = 1;
};

const files = folders.flatMap((folder) =>
  globSync('**/*.{ts,cts,mts}', { cwd: folder }).map((file) => join(folder, file)),
);
let checked = 0;
for (const path of files.sort()) {
  const { regexes, constructed } = findRegexes(readFileSync(path, 'utf8'));
  for (const line of constructed) {
    complain(`${path}:${line}: this regular expression can't be checked. Write it as a literal.`);
  }
  for (const regex of regexes) {
    const fault = judge(regex);
    if (fault) complain(`${path}:${regex.line}: /${regex.source}/${regex.flags} ${fault}`);
  }
  checked += regexes.length;
}
console.log(`Checked ${checked} regular expressions.`);
if (checked === 0) process.exitCode = 1;
