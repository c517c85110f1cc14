import { pluralIn } from '../../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  bar: 'This document',
  saved: 'Saved',
  saving: 'Saving…',
  notSaved: 'Not saved',
  skipToActions: 'Skip to the actions',
  previous: 'Previous in the list',
  next: 'Next in the list',
  isFirst: 'This is the first one.',
  isLast: 'This is the last one.',
  saveAndNew: 'Save and create another',
  undo: 'Undo',
  yourself: 'you, in another window,',
  othersRead: (names: string, count: number): string =>
    plural(count, { one: `${names} is here too`, other: `${names} are here too` }),
  othersEdit: (names: string, count: number): string =>
    plural(count, { one: `${names} is editing this`, other: `${names} are editing this` }),
  changedBy: (name: string, when: string): string => `Changed by ${name} ${when}.`,
  activity: 'Activity',
};
