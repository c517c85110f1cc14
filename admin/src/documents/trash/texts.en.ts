import { pluralIn } from '../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  moved: (title: string): string => `“${title}” was moved to the trash.`,
  movedMany: (count: number): string =>
    plural(count, {
      one: '# document was moved to the trash.',
      other: '# documents were moved to the trash.',
    }),
  undo: 'Undo',
  restored: (title: string): string => `“${title}” was restored.`,
  restoredMany: (count: number): string =>
    plural(count, { one: '# document was restored.', other: '# documents were restored.' }),
  notRestored: (count: number): string =>
    plural(count, {
      one: '# could not be restored and is still in the trash:',
      other: '# could not be restored and are still in the trash:',
    }),
};
