import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { context } from 'esbuild';

/**
 * How long to wait after a change, in milliseconds, so that an editor that empties a file and then writes it causes
 * one build.
 */
const watchDelay = 100;

/**
 * Watches files that are not bundled, and reports when their content has changed.
 *
 * It uses esbuild's watcher, with an empty entry that depends on the files: on Linux, Node's recursive `fs.watch` loses
 * a file once an editor has replaced it.
 *
 * @param patterns - globs, relative to the folder.
 * @returns a function that ends the watching.
 */
export const watchFiles = async (
  folder: string,
  patterns: readonly string[],
  onChange: () => void,
): Promise<() => Promise<void>> => {
  let last: string | undefined;
  const check = () => {
    const found = globSync([...patterns], { cwd: folder, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile()).map(pathOf);
    const now = digest(files);
    if (last !== undefined && last !== now) onChange();
    last = now;
    const watchDirs = [...new Set(files.map((file) => path.dirname(file)))];
    return { contents: '', watchFiles: files, watchDirs };
  };
  const watching = await context({
    entryPoints: ['files'],
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'files',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^files$/ }, () => ({ path: 'files', namespace: 'files' }));
          onLoad({ filter: /^files$/, namespace: 'files' }, check);
        },
      },
    ],
  });
  // `watch` does not wait for its first build.
  await watching.rebuild();
  await watching.watch({ delay: watchDelay });
  return () => watching.dispose();
};

const pathOf = ({ parentPath, name }: { readonly parentPath: string; readonly name: string }) =>
  path.join(parentPath, name);

/** A hash of the files' names and content. A file that was deleted meanwhile counts as empty. */
const digest = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(contentOf(file));
  return hash.digest('hex');
};

const contentOf = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
};
