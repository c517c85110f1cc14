import { pluralIn } from '../../../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  folders: 'Folders',
  foldersIn: (name: string): string => `Folders in ${name}`,
  newFolder: 'New folder',
  rename: 'Rename',
  renameOf: (name: string): string => `Rename the folder “${name}”`,
  deleteFolder: 'Delete folder',
  deleteOf: (name: string): string => `Delete the folder “${name}”?`,
  deleteText: 'Only an empty folder can be deleted.',
  deleted: 'The folder is deleted.',
  name: 'Name',
  nameMissing: 'Enter a name.',
  save: 'Save',
  loading: 'The folders are being read …',
  everywhere: 'The list shows what is found in all folders.',
  move: 'Move to …',
  moveTitle: (count: number): string => plural(count, { one: 'Move # file', other: 'Move # files' }),
  moveAll: 'Move all that match',
  moveText: 'What is published moves at once; drafts stay drafts.',
  moveFolder: 'Move',
  moveFolderOf: (name: string): string => `Move the folder “${name}”`,
  movedFolder: (name: string, target: string): string => `“${name}” is in “${target}” now.`,
  target: 'Folder',
  moveNow: 'Move',
  moving: (done: number, all: number): string => `${done} of ${all} moved`,
  moved: (count: number, name: string): string =>
    plural(count, { one: `# file is in “${name}” now.`, other: `# files are in “${name}” now.` }),
  notMoved: (count: number): string =>
    plural(count, { one: '# file could not be moved:', other: '# files could not be moved:' }),
};
