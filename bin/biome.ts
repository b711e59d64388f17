/**
 * Runs Biome, for `npm run check` and `npm run format`. It leaves out checkouts inside this one, such as worktrees, whose
 * configuration would end it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import config from '../biome.json' with { type: 'json' };

const cwd = path.join(import.meta.dirname, '..');

// Among the files that git neither tracks nor ignores, it lists a checkout as a folder.
const untracked = ['ls-files', '--others', '--exclude-standard', '-z'];
const { stdout } = spawnSync('git', untracked, { cwd, encoding: 'utf8' });
const checkouts = (stdout ?? '').split('\0').filter((file) => file.endsWith('/'));
const leftOut = checkouts.map((folder) => `!!**/${folder.slice(0, -1)}`);

const folder = path.join(cwd, 'node_modules/.cache/biome');
mkdirSync(folder, { recursive: true });
const files = { includes: [...config.files.includes, ...leftOut] };
writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ ...config, files }));

const program = path.join(cwd, 'node_modules/@biomejs/biome/bin/biome');
const options = ['check', `--config-path=${folder}`, ...process.argv.slice(2), '.'];
process.exitCode =
  spawnSync(process.execPath, [program, ...options], { cwd, stdio: 'inherit' }).status ?? 1;
