/**
 * Refuses regular expressions that take more than linear time on some text: `npm run check`. A caller
 * would find the text.
 *
 * Arguments: the folders to look through, in place of `functions/`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRegexes } from './check-regexes/find.ts';
import { judge } from './check-regexes/judge.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ['functions'];

let checked = 0;
for (const folder of folders) {
  for (const file of globSync('**/*.{ts,cts,mts}', { cwd: folder }).sort()) {
    const path = join(folder, file);
    const { regexes, hidden } = findRegexes(readFileSync(path, 'utf8'));
    for (const line of hidden) {
      report(path, line, 'a regular expression that nobody can check: write it as a literal');
    }
    for (const regex of regexes) {
      checked += 1;
      const fault = judge(regex);
      if (fault) report(path, regex.line, `/${regex.source}/${regex.flags} ${fault}`);
    }
  }
}
console.log(`Checked ${checked} regular expressions.`);
if (checked === 0) process.exitCode = 1;

function report(path: string, line: number, fault: string): void {
  console.error(`${path}:${line}: ${fault}`);
  process.exitCode = 1;
}
