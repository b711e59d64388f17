import { spawnSync } from 'node:child_process';

/**
 * The commit that is checked out in a folder, with `-dirty` behind it where something there differs from it;
 * undefined where there is no git, or nothing of it.
 */
export const commitOf = (folder: string): string | undefined => {
  const git = (...args: readonly string[]): string | undefined => {
    // Nothing is locked: others may be at work in the folder.
    const options = ['--no-optional-locks', ...args];
    const { status, stdout } = spawnSync('git', options, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const commit = git('rev-parse', '--verify', 'HEAD');
  return commit && git('status', '--porcelain') !== '' ? `${commit}-dirty` : commit;
};
