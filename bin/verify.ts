/** Checks that a running service keeps the contract: `npm run verify -- --help`. */
import { verify } from '../lib/tools/verify/tool.ts';

process.exitCode = await verify(process.argv.slice(2), process);
