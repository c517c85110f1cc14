import { pluralIn } from '../../../i18n/plural.js';

const plural = pluralIn('en');

export const en = {
  title: 'First steps',
  progress: (done: number, all: number): string => `${done} of ${all} done`,
  putAway: 'Hide',
  done: 'Done:',
  open: 'To do:',
  model: 'Content model found',
  modelText: (count: number): string =>
    plural(count, { one: 'The service has # collection.', other: 'The service has # collections.' }),
  document: 'Write the first document',
  documentOf: (label: string): string => `Write the first document: ${label}`,
  documentText: 'Everything else is tried best with some content.',
  invite: 'Invite a colleague',
  inviteText: 'By email, with the role that they need.',
  key: 'Create an API key',
  keyText: 'For the website or the program that reads the content.',
  preview: 'Set up the preview',
  previewText:
    'Then drafts are shown on the page of your website. A developer sets it with admin.preview in the config.',
};
