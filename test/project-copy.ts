/** Copies of the project, for tests that change files or the location. */
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
  'bin',
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

/** Links the packages, unless paths matter. */
export const linkPackages = (root: string): Promise<void> =>
  symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));

/** Links the packages that bundles contain file by file, since links to folders would be resolved; others as folders. */
export const copyPackages = async (root: string): Promise<void> => {
  const lock = JSON.parse(await readFile(path.join(projectRoot, 'package-lock.json'), 'utf8'));
  const installed = Object.entries<{ dev?: boolean; link?: boolean }>(lock.packages).filter(
    ([folder, { link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && !link,
  );
  for (const [folder, { dev }] of installed) {
    const [from, to] = [path.join(projectRoot, folder), path.join(root, folder)];
    // Packages for other platforms are not installed.
    if (!existsSync(from)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await (dev ? symlink(from, to) : linkFiles(from, to));
  }
};

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

/** Copies the project to a path with a space, until the end of the tests. Returns the copy's root. */
export const copyProject = async (install = linkPackages): Promise<string> => {
  const root = await mkdtemp(path.join(tmpdir(), 'amplify elsewhere '));
  copies.push(root);
  await install(root);
  for (const name of sources) {
    cpSync(path.join(projectRoot, name), path.join(root, name), { recursive: true });
  }
  return root;
};
