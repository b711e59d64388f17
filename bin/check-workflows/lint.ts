/**
 * What GitHub itself would say of a workflow: its schema, the expressions, and what they name. It is the package
 * behind GitHub's extension for editors, and asks nothing of the network.
 */
import { registerHooks } from 'node:module';
import { TextDocument } from 'vscode-languageserver-textdocument';

// The package is written for bundlers: it imports JSON without saying so.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice');
hooks.deregister();

/**
 * Lints a workflow.
 *
 * @param file - its path, which tells a workflow from an action.
 * @returns what is wrong, each with its line.
 */
export const lint = async (file: string, text: string): Promise<readonly string[]> => {
  const found = await validate(TextDocument.create(`file:///${file}`, 'yaml', 1, text));
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
};
