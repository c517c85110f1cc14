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
  deleted: 'Folder deleted.',
  name: 'Name',
  nameMissing: 'Enter a name.',
  save: 'Save',
  loading: 'Loading folders…',
  everywhere: 'Results from all folders.',
  move: 'Move to…',
  moveTitle: (count: number): string => plural(count, { one: 'Move # file', other: 'Move # files' }),
  moveAll: 'Move all that match',
  moveText: 'What is published moves at once; drafts stay drafts.',
  moveFolder: 'Move',
  moveFolderOf: (name: string): string => `Move the folder “${name}”`,
  movedFolder: (name: string, target: string): string => `“${name}” was moved to “${target}”.`,
  target: 'Folder',
  moveNow: 'Move',
  moving: (done: number, all: number): string => `${done} of ${all} moved`,
  moved: (count: number, name: string): string =>
    plural(count, { one: `# file was moved to “${name}”.`, other: `# files were moved to “${name}”.` }),
  notMoved: (count: number): string =>
    plural(count, { one: '# file could not be moved:', other: '# files could not be moved:' }),
};
