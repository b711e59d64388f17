import { stripTypeScriptTypes } from 'node:module';

/** Jest's transform: the type stripping that Node applies to the same files, so line numbers stay true. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
