/**
 * Starts the CDK app, `bin/app.ts`, with the Node of `node_modules`: it needs Node 24, and the CDK CLI may run on an
 * older one. The CLI starts a `.js` file of `cdk.json` with its own Node on every system, so this is JavaScript for
 * Node 20.
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
