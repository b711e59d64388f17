import { stripTypeScriptTypes } from 'node:module';

/** Jest's transform: Node's type stripping, which preserves line numbers. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
