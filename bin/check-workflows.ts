/**
 * Refuses workflows of GitHub Actions that GitHub would not run as they are meant, and those that would let
 * strangers in: a part of `npm run check`.
 *
 * Arguments: the project whose workflows are looked at, in place of this one.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lint } from './check-workflows/lint.ts';
import { brokenRules } from './check-workflows/rules.ts';

const root = process.argv[2] ?? '.';
const files = globSync('.github/workflows/*.{yml,yaml}', { cwd: root }).sort();

let complaints = 0;
for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const faults = await lint(file, text);
  // The rules are for what can be read at all.
  const all = faults.length > 0 ? faults : brokenRules(text).map((fault) => ` ${fault}`);
  for (const complaint of all) console.error(`${file}:${complaint}`);
  complaints += all.length;
}
console.log(`Checked ${files.length} workflows.`);
if (complaints > 0 || files.length === 0) process.exitCode = 1;
