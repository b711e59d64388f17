/** A copy of the project, for tests that change files or paths. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { projectRoot } from './service.ts';

const sources = [
  'CHANGELOG.md',
  'bin',
  'docs',
  'functions',
  'lib',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const copies: string[] = [];

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
}

/** Installs each package of the lock file in the copy by a function of where it is here and belongs there. */
const installPackages = async (
  root: string,
  install: (locked: Locked, from: string, to: string) => unknown,
): Promise<void> => {
  const lock = JSON.parse(await readFile(path.join(projectRoot, 'package-lock.json'), 'utf8'));
  for (const [folder, locked] of Object.entries<Locked>(lock.packages)) {
    const [from, to] = [path.join(projectRoot, folder), path.join(root, folder)];
    // Packages of other platforms are missing.
    const installed = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && existsSync(from);
    if (!installed || locked.link) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await install(locked, from, to);
  }
};

/** Links only what `npm ci --omit=dev` installs. Enough where paths do not matter. */
const linkPackages = (root: string): Promise<void> =>
  installPackages(root, ({ dev }, from, to) => dev || symlink(from, to));

/**
 * Installs the packages in the copy: those that bundles contain file by file, since a link to a folder would be
 * resolved to this project, and the tools as links.
 */
export const copyPackages = (root: string): Promise<void> =>
  installPackages(root, ({ dev, optional }, from, to) =>
    dev || optional ? symlink(from, to) : linkFiles(from, to),
  );

/** Creates a folder with links to the files of another one. */
const linkFiles = (from: string, to: string): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [file, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFiles(file, copy);
    else linkOrCopy(file, copy);
  }
};

/** Copying takes ten times as long, but works across file systems. */
const linkOrCopy = (file: string, copy: string): void => {
  try {
    linkSync(file, copy);
  } catch {
    copyFileSync(file, copy);
  }
};

/**
 * Copies the project to a path with a space in it. The copy is removed after the tests.
 *
 * @param install - installs the packages.
 * @returns the copy's root.
 */
export const copyProject = async (install = linkPackages): Promise<string> => {
  const root = await mkdtemp(path.join(tmpdir(), 'amplify elsewhere '));
  copies.push(root);
  await install(root);
  for (const name of sources) {
    cpSync(path.join(projectRoot, name), path.join(root, name), { recursive: true });
  }
  return root;
};
