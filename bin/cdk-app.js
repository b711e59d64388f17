/**
 * Starts the CDK app, `bin/app.ts`, with the Node among the packages: whoever runs the CDK's CLI may have an
 * older one, and only Node 24 runs all that the app is written in. `cdk.json` names this file because the CLI
 * starts a `.js` with the Node that it runs on itself, on every system, whatever is on the PATH. So this is
 * JavaScript, and for Node 20.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const manifest = createRequire(import.meta.url).resolve('node/package.json');
const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
const app = fileURLToPath(new URL('app.ts', import.meta.url));

const { status, error } = spawnSync(path.join(path.dirname(manifest), bin.node), [app], {
  stdio: 'inherit',
});
if (error) throw error;
process.exitCode = status ?? 1;
