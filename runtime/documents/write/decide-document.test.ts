import { describe, expect, test } from 'vitest';
import { user } from '../../../tests/support/requesters.js';
import { createAccessControl, type DocumentAccess } from '../../access/document-access.js';
import { describeConfig } from '../../codegen/describe-config.js';
import { defineConfig } from '../../config/index.js';
import { userText } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { decideOn, isAllowed } from './decide-document.js';

const config = defineConfig({
  auth: { secret: undefined },
  collections: [
    {
      slug: 'posts',
      drafts: true,
      access: { update: ['editor'] },
      fields: [{ name: 'title', type: 'text' }],
    },
  ],
});
const contract = describeConfig(config);
const control = createAccessControl({ contract, config });

function access(role: 'editor' | 'author'): DocumentAccess {
  if (control === null) throw new Error('The config has authentication.');
  return control.forRequest(user(role), () => {
    throw new Error('The request is not looked at.');
  });
}

const [descriptor] = contract.collections;
if (descriptor === undefined) throw new Error('There is no collection.');
const asked = { descriptor, operation: 'update', subject: { id: 'a', document: {} } } as const;

describe('the refusal of a write', () => {
  /** Rules that end with this error. */
  const outcome = (error: unknown, isUnseen: boolean): Promise<unknown> =>
    decideOn({ ...access('editor'), admit: () => Promise.reject(error) }, { ...asked, isUnseen }).catch(
      (thrown: unknown) => thrown,
    );
  const forbidden = new ServiceError('FORBIDDEN', userText('No.'));

  test('becomes a 404 for an unseen draft', async () => {
    expect(await outcome(forbidden, true)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each<[string, unknown, boolean]>([
    ['a draft that is seen', forbidden, false],
    ['another error of the service', new ServiceError('CONFLICT', userText('No.')), true],
    ['an error of a callback', new Error('FORBIDDEN'), true],
    ['an error with the same code', Object.assign(new Error('No.'), { code: 'FORBIDDEN' }), true],
  ])('stays what it is for %s', async (_, error, isUnseen) => {
    expect(await outcome(error, isUnseen)).toBe(error);
  });

  test('is not made up where the write is allowed', async () => {
    await expect(decideOn(access('editor'), { ...asked, isUnseen: true })).resolves.toBeUndefined();
    await expect(decideOn(null, { ...asked, isUnseen: true })).resolves.toBeUndefined();
  });
});

test('the rules decide what is allowed; without authentication everything is', async () => {
  const one = { descriptor, id: 'a', document: {} };
  expect(await isAllowed({ ...one, access: access('editor') }, 'update')).toBe(true);
  expect(await isAllowed({ ...one, access: access('author') }, 'update')).toBe(false);
  expect(await isAllowed({ ...one, access: null }, 'update')).toBe(true);
});
