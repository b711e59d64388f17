import module from 'node:module';
import manifest from '../../package.json' with { type: 'json' };

if (!process.features.typescript) {
  console.error(`The tests need Node ${manifest.engines.node}, not ${process.version}.`);
  process.exit(1);
}

/** Jest's transform: Node's type stripping, which preserves line numbers. */
export default {
  process: (/** @type {string} */ source) => ({ code: module.stripTypeScriptTypes(source) }),
};
