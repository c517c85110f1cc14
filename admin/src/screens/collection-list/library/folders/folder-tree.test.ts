import { expect, test } from 'vitest';
import { foldersIn, pathTo, placedFolders, targetsFor } from './folder-tree.js';

const folders = [
  { id: '1', name: 'Animals', parent: null },
  { id: '2', name: 'Cats', parent: '1' },
  { id: '3', name: 'Old', parent: '2' },
  { id: '4', name: 'Plants', parent: null },
  // Its folder is one that the requester may not see.
  { id: '5', name: 'Stones', parent: 'hidden' },
];

test('folders are found by their places', () => {
  expect(foldersIn(folders, null).map(({ name }) => name)).toEqual(['Animals', 'Plants', 'Stones']);
  expect(foldersIn(folders, '1').map(({ name }) => name)).toEqual(['Cats']);
  expect(pathTo(folders, '3').map(({ name }) => name)).toEqual(['Animals', 'Cats', 'Old']);
  expect(pathTo(folders, 'gone')).toEqual([]);
  expect(placedFolders(folders).map(({ name, level }) => `${level} ${name}`)).toEqual([
    ...['0 Animals', '1 Cats', '2 Old', '0 Plants', '0 Stones'],
  ]);
});

test('a folder is put into any but itself and those in it', () => {
  const names = (id: string) => targetsFor(folders, id).map(({ name }) => name);
  expect(names('1')).toEqual(['Plants', 'Stones']);
  expect(names('3')).toEqual(['Animals', 'Cats', 'Plants', 'Stones']);
});
