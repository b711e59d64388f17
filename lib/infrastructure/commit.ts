import { spawnSync } from 'node:child_process';

/** The commit checked out in a folder, with `-dirty` if files differ from it. `undefined` outside of git. */
export const commitOf = (folder: string): string | undefined => {
  const git = (...args: readonly string[]): string | undefined => {
    // No locks: other git commands may be running.
    const options = ['--no-optional-locks', ...args];
    const { status, stdout } = spawnSync('git', options, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const commit = git('rev-parse', '--verify', 'HEAD');
  return commit && git('status', '--porcelain') !== '' ? `${commit}-dirty` : commit;
};
