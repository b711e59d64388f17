/** Files stand in the folders of the README, and import only what docs/contributing.md allows. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../support/service.ts';
import { readPage, section } from './pages.ts';

const listed = section(readPage('README.md'), 'the-folders').matchAll(/^[\w/-]+\/(?= )/gm);
const inner = ['constructs/', 'monitoring/', ''].map((folder) => `lib/infrastructure/${folder}`);

/** The folders, in the order of the pages. */
const folders = [...listed].flatMap(([folder]) => (folder === inner.at(-1) ? inner : folder));

const toFolder = (file: string): string =>
  folders.filter((folder) => file.startsWith(folder)).sort((a, b) => b.length - a.length)[0] ?? '';

const readImports = (file: string): readonly string[] =>
  [
    ...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(
      /(?:from|import\(?) '(\.[^']+)'/g,
    ),
  ]
    .map(([, target]) => path.join(path.dirname(file), String(target)))
    .filter((target) => existsSync(path.join(projectRoot, target)));

const sources = globSync('{bin,functions,lib}/**/*.{ts,tsx}', { cwd: projectRoot });

test('a folder imports only from those before it', () => {
  const wrong = sources.flatMap((file) =>
    readImports(file)
      .filter((used) => folders.indexOf(toFolder(used)) > folders.indexOf(toFolder(file)))
      .map((used) => `${file} imports ${used}`),
  );
  expect(wrong).toEqual([]);
});

test('in lib/site/, only the list of files and a page itself import from the folder of a page', () => {
  const room = (file: string) =>
    /^lib\/site\/(dashboard|document|playground|reference)\//.exec(file)?.[1];
  const wrong = sources
    .filter((file) => file.startsWith('lib/site/') && file !== 'lib/site/files.ts')
    .flatMap((file) =>
      readImports(file)
        .filter((used) => room(used) !== undefined && room(used) !== room(file))
        .map((used) => `${file} imports ${used}`),
    );
  expect(wrong).toEqual([]);
});

test('no folders of functions/ import each other in a circle', () => {
  const folderIn = (file: string) => /^functions\/([\w-]+)\//.exec(file)?.[1];
  let arrows = sources
    .flatMap((file) => readImports(file).map((used) => [folderIn(file), folderIn(used)] as const))
    .filter(([from, to]) => from && to && from !== to);
  expect(arrows.length).toBeGreaterThan(0);
  // An arrow into what has no arrow, or from where none leads, is in no circle.
  for (let before = -1; before !== arrows.length; ) {
    before = arrows.length;
    const starts = new Set(arrows.map(([from]) => from));
    const targets = new Set(arrows.map(([, to]) => to));
    arrows = arrows.filter(([from, to]) => targets.has(from) && starts.has(to));
  }
  expect(arrows).toEqual([]);
});

test('every file is in a folder of the list', () => {
  expect(sources.filter((file) => toFolder(file) === '')).toEqual([]);
});

test('a test stands at the path of the file or folder that it tests', () => {
  const ownFolders = /^test\/(?:browser|caller|contract|docs|rehearsal)\//;
  const tests = globSync('test/**/*.test.ts', { cwd: projectRoot, exclude: ['**/node_modules'] });
  const lost = tests.filter((file) => {
    const tested = file.slice('test/'.length).replace(/(?:\.[\w-]+)?\.test\.ts$/, '');
    const places = [tested, `${tested}.ts`].map((place) => path.join(projectRoot, place));
    return !ownFolders.test(file) && !places.some((place) => existsSync(place));
  });
  expect(tests.length).toBeGreaterThan(0);
  expect(lost).toEqual([]);
});
