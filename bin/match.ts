/**
 * Measures the stage's model in Bedrock beside the embedded one on marked texts, which costs a little money:
 * `npm run match -- --help`.
 */
import { runMatch } from './match/tool.ts';

process.exitCode = await runMatch(process.argv.slice(2), process);
