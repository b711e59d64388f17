/** A copy of the project, for tests that change its files or its place. */
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { projectRoot } from './service.ts';

/** What the service is built, run and deployed from. */
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

afterAll(async () => {
  await Promise.all(copies.map((copy) => rm(copy, { recursive: true })));
});

/** Makes the packages of this project those of the copy: enough for all that does not look at paths. */
export const linkPackages = (root: string): Promise<void> =>
  symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));

/**
 * Installs the packages in the copy: those that a bundle may contain as copies, since a link would be
 * followed back to here, and the tools as links.
 */
export const copyPackages = async (root: string): Promise<void> => {
  const lock = JSON.parse(await readFile(path.join(projectRoot, 'package-lock.json'), 'utf8'));
  const installed = Object.entries<{ dev?: boolean; link?: boolean }>(lock.packages).filter(
    ([folder, { link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && !link,
  );
  for (const [folder, { dev }] of installed) {
    const [from, to] = [path.join(projectRoot, folder), path.join(root, folder)];
    // What is for another platform is not there.
    if (!existsSync(from)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    // Not asynchronously, which takes ten times as long, and without the types, of which no bundle is made.
    const filter = (file: string) => path.basename(file) !== 'dist-types';
    await (dev ? symlink(from, to) : cpSync(from, to, { recursive: true, filter }));
  }
};

/**
 * Copies the project to another place, whose path has a space in it. The copy is removed after the tests.
 *
 * @param install - gives the copy its packages.
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
