/** A copy of the project, for tests that change its files or its place. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
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

/** Copies the project to another place, which it resolves to. The copy is removed after the tests. */
export const copyProject = async (): Promise<string> => {
  const root = await mkdtemp(path.join(tmpdir(), 'amplify-'));
  copies.push(root);
  await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));
  for (const name of sources) {
    await cp(path.join(projectRoot, name), path.join(root, name), { recursive: true });
  }
  return root;
};
