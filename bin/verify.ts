/** Verifies that a service keeps the contract, wherever it runs: `npm run verify -- --help`. */
import { verify } from '../lib/verify/tool.ts';

process.exitCode = await verify(process.argv.slice(2), process);
