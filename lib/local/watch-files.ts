import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { context } from 'esbuild';

/**
 * How long to wait after a change, in milliseconds. Most editors empty a file, then write it: that is worth one
 * build, and not two.
 */
export const watchDelay = 100;

/**
 * Watches files that go into no bundle, and tells each time when what stands in them has changed.
 *
 * esbuild looks at its files by itself: Node's `fs.watch` of a whole tree loses a file on Linux once an
 * editor has replaced it. Here it builds nothing but an entry that is said to depend on them.
 *
 * @param folder - the one in which they are.
 * @param patterns - which they are, from there.
 * @returns a function that ends the watching.
 */
export const watchFiles = async (
  folder: string,
  patterns: readonly string[],
  onChange: () => void,
): Promise<() => Promise<void>> => {
  let last: string | undefined;
  const look = () => {
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
          onLoad({ filter: /^files$/, namespace: 'files' }, look);
        },
      },
    ],
  });
  // `watch` does not wait for its first look.
  await watching.rebuild();
  await watching.watch({ delay: watchDelay });
  return () => watching.dispose();
};

const pathOf = ({ parentPath, name }: { readonly parentPath: string; readonly name: string }) =>
  path.join(parentPath, name);

/** What tells the files' content from another. One that is gone meanwhile has none. */
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
