/** A copy of the project, for tests that change files or paths. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { newFolder } from './at-end.ts';
import { projectRoot } from './service.ts';

const sources =
  'CHANGELOG.md bin docs functions lib cdk.json package.json package-lock.json tsconfig.json';

/**
 * Copies the project to a path with a space in it, with links to only those packages that `npm ci --omit=dev` installs.
 *
 * @returns the copy's root.
 */
export const copyProject = async (): Promise<string> => {
  const root = await newFolder('amplify elsewhere ');
  for (const name of sources.split(' ')) {
    cpSync(path.join(projectRoot, name), path.join(root, name), { recursive: true });
  }
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  for (const [folder, { dev, link }] of Object.entries<{ dev?: true; link?: true }>(packages)) {
    const [from, to] = [path.join(projectRoot, folder), path.join(root, folder)];
    const isPackage = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && !dev && !link;
    // Packages of other platforms are missing.
    if (!isPackage || !existsSync(from)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await symlink(from, to);
  }
  return root;
};
