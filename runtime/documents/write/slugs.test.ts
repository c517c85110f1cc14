import { describe, expect, test } from 'vitest';
import { openDocuments, refusal } from '../../../tests/support/documents.js';
import type { FieldConfig } from '../../config/field-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { slugify } from '../../util/slugify.js';
import { freeSlug } from './slugs.js';

function pages(slug: Partial<FieldConfig> = {}): ServiceConfig {
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'slug', type: 'slug', from: 'title', ...slug },
    { name: 'views', type: 'number' },
  ] as readonly FieldConfig[];
  return { collections: [{ slug: 'pages', fields }] };
}

describe('slugify', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  --a__b  ', 'a-b'],
    ["It's Ada’s", 'its-adas'],
    ['Größe & Éclair', 'grosse-eclair'],
    ['Łódź, Ærøskøbing', 'lodz-aeroskobing'],
    ['Ελλάδα', 'ellada'],
    ['Москва и Щёлково', 'moskva-i-shchelkovo'],
    ['ﬁne ①', 'fine-1'],
    ['İstanbul', 'istanbul'],
    ['東京 2020', '2020'],
    ['東京', ''],
    ['😀', ''],
  ])('%j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });
});

describe('a slug', () => {
  test('is made from its source when none is given', async () => {
    const docs = await openDocuments(pages());
    expect((await docs.create('pages', { title: 'Über uns' })).slug).toBe('uber-uns');
    expect((await docs.create('pages', { title: 'x', slug: null })).slug).toBe('x');
    expect((await docs.create('pages', { title: 'x', slug: 'own-one' })).slug).toBe('own-one');
    expect((await docs.create('pages', {})).slug).toBeNull();
  });

  test('is made once: a new title does not move the page', async () => {
    const docs = await openDocuments(pages());
    const { id } = await docs.create('pages', { title: 'One' });
    expect(await docs.update('pages', id, { title: 'Two' })).toMatchObject({ title: 'Two', slug: 'one' });
  });

  test('is made later when its source comes later, and stays cleared when it was cleared', async () => {
    const docs = await openDocuments(pages());
    const { id } = await docs.create('pages', {});
    expect((await docs.update('pages', id, { title: 'Late' })).slug).toBe('late');
    expect((await docs.update('pages', id, { title: 'Later', slug: null })).slug).toBeNull();
    expect((await docs.update('pages', id, { views: 1 })).slug).toBeNull();
  });

  test('that is taken gets a suffix, also if a user chose it', async () => {
    const docs = await openDocuments(pages());
    const slugs: string[] = [];
    for (let count = 0; count < 4; count += 1)
      slugs.push((await docs.create('pages', { title: 'Home' })).slug);
    slugs.push((await docs.create('pages', { slug: 'home' })).slug);
    const { id } = await docs.create('pages', { title: 'Other' });
    slugs.push((await docs.update('pages', id, { slug: 'home' })).slug);
    expect(slugs).toEqual(['home', 'home-2', 'home-3', 'home-4', 'home-5', 'home-6']);
  });

  test('that is the own one stays as it is', async () => {
    const docs = await openDocuments(pages());
    const { id } = await docs.create('pages', { title: 'Home' });
    expect((await docs.update('pages', id, { slug: 'home', title: 'x' })).slug).toBe('home');
  });

  test('keeps to its longest length, suffix included', async () => {
    const docs = await openDocuments(pages({ maxLength: 8 }));
    expect((await docs.create('pages', { title: 'abcdefg hij' })).slug).toBe('abcdefg');
    expect((await docs.create('pages', { title: 'abcdefg hij' })).slug).toBe('abcdef-2');
  });

  test('that is made has at most 200 characters, whole words and the suffix included', async () => {
    const docs = await openDocuments(pages());
    const made = async (title: string): Promise<string> => (await docs.create('pages', { title })).slug;
    const words = 'seven-'.repeat(1000);
    const first = await made(words);
    expect(first).toBe(words.slice(0, 197));
    const second = await made(words);
    expect(second).toMatch(/-seven-2$/);
    expect(second.length).toBeLessThanOrEqual(200);
    const letters = await made('a'.repeat(5000));
    expect(letters).toBe('a'.repeat(200));
    expect(await made('a'.repeat(5000))).toBe(`${'a'.repeat(198)}-2`);
  });

  test('that is chosen may be longer, and gets no longer by a suffix', async () => {
    const docs = await openDocuments(pages());
    const slug = 'b'.repeat(300);
    expect((await docs.create('pages', { slug })).slug).toBe(slug);
    expect((await docs.create('pages', { slug })).slug).toBe(`${'b'.repeat(298)}-2`);
  });

  test('of a title without any letter that can be written is made from the collection', async () => {
    const docs = await openDocuments(pages());
    expect((await docs.create('pages', { title: '東京' })).slug).toBe('pages');
    expect((await docs.create('pages', { title: '京都' })).slug).toBe('pages-2');
  });

  test('that would break its own rules is asked for', async () => {
    const docs = await openDocuments(pages({ minLength: 5 }));
    expect(await refusal(docs.create('pages', { title: 'abc' }))).toMatchObject({
      status: 400,
      details: [{ path: 'slug', message: 'No slug can be made from title: "abc" does not fit. Send one.' }],
    });
  });

  test('that is required and has no source to be made from is asked for', async () => {
    const docs = await openDocuments(pages({ required: true }));
    expect(await refusal(docs.create('pages', {}))).toMatchObject({
      status: 400,
      details: [{ path: 'slug', message: 'This field is required.' }],
    });
  });

  test('may stand in a group and be made from a field of one', async () => {
    const docs = await openDocuments({
      collections: [
        {
          slug: 'pages',
          fields: [
            { name: 'head', type: 'group', fields: [{ name: 'title', type: 'text' }] },
            { name: 'meta', type: 'group', fields: [{ name: 'slug', type: 'slug', from: 'head.title' }] },
          ],
        },
      ],
    });
    const first = await docs.create('pages', { head: { title: 'A b' } });
    const second = await docs.create('pages', { head: { title: 'A b' }, meta: {} });
    expect([first.meta.slug, second.meta.slug]).toEqual(['a-b', 'a-b-2']);
    expect(await docs.read('pages', second.id)).toEqual(second);
  });

  test('is different for every one of many writes at once', async () => {
    const docs = await openDocuments(pages());
    const made = await Promise.all(Array.from({ length: 30 }, () => docs.create('pages', { title: 'Same' })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(30);
  });
});

test('a free number is found in few steps among thousands', async () => {
  let looks = 0;
  const taken = async (slug: string): Promise<boolean> => {
    looks += 1;
    return slug === 'a' || Number(slug.slice(2)) <= 5000;
  };
  expect(await freeSlug('a', 100, taken)).toBe('a-5001');
  expect(looks).toBeLessThan(30);
});
