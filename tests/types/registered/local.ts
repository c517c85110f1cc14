/** The types of `local`: those of the generated client, with options of its own. */
import type { Local, LocalRequester } from 'svc';
import type { BlogPost, Tag } from './generated/sdk/types.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export async function use(
  local: Local,
  user: { readonly id: string; readonly role: string },
): Promise<object> {
  const created = await local.tags.create({ name: 'a' }, { as: 'system' });
  const found = await local.tags.findOne({ where: { name: 'a' } });
  const { docs } = await local.blogPosts.find({ select: ['title'], sort: 'title_asc' });
  const { docs: deep } = await local.blogPosts.find({ depth: 1 });
  const drafted = await local.blogPosts.update(
    'id',
    { title: null },
    { draft: true, as: user, hooks: false },
  );
  const site = await local.globals.site.get({}, { as: 'public' });
  const account = await local.users.findById('id', {}, { as: 'system' });
  const other: Local = local.as('system').as(user);
  const requester: LocalRequester = user;
  await local.blogPosts.publish('id', {}, { as: requester });
  await local.blogPosts.updateMany({ where: { title: 'a' } }, { title: 'b' }, { hooks: false, expect: 1 });
  const { results } = await local.svc.bulk(
    (tx) => {
      const tag = tx.tags.create({ name: 'a' });
      tx.blogPosts.create({ title: 'x', tags: [tag.id] });
      tx.globals.site.update({ title: 'y' });
    },
    { as: 'system', hooks: false },
  );
  const { hits } = await other.svc.search('fox', { limit: 5 }, { as: 'public' });
  for await (const tag of other.tags.iterate({}, { as: 'system' })) tag.name.toUpperCase();
  const equal: {
    created: Equal<typeof created, Tag>;
    found: Equal<typeof found, Tag | null>;
    title: Equal<(typeof docs)[number], { id: string; title: string }>;
    draft: Equal<(typeof drafted)['title'], string | null>;
    tag: Equal<NonNullable<(typeof deep)[number]['tags']>[number], BlogPost<1>['tags'][number]>;
    site: Equal<(typeof site)['title'], string | null>;
    department: Equal<(typeof account)['department'], string | null>;
    hit: Equal<(typeof hits)[number]['document'], BlogPost>;
  } = {
    ...{ created: true, found: true, title: true, draft: true },
    ...{ tag: true, site: true, department: true, hit: true },
  };

  // @ts-expect-error: no such collection
  await local.articles.find();
  // @ts-expect-error: no such field
  await local.tags.create({ nam: 'a' });
  // @ts-expect-error: a text
  await local.tags.create({ name: 5 });
  // @ts-expect-error: no such requester
  await local.tags.find({}, { as: 'sytem' });
  // @ts-expect-error: a user has an id
  await local.tags.find({}, { as: { role: 'admin' } });
  // @ts-expect-error: no such requester
  local.as('admin');
  // @ts-expect-error: on or off
  await local.tags.find({}, { hooks: 'no' });
  // @ts-expect-error: tags have no drafts
  await local.tags.create({ name: 'a' }, { draft: true });
  // @ts-expect-error: no such global
  await local.globals.sight.get();
  // @ts-expect-error: only `title` was selected
  const unselected = docs[0]?.tags;
  // @ts-expect-error: sessions are no documents
  await local.users.sessions('id');
  // @ts-expect-error: settings are no documents
  await local.globals.system.get();
  // @ts-expect-error: no such field
  await local.svc.bulk((tx) => tx.tags.create({ nam: 'a' }));
  // @ts-expect-error: accounts are written one by one
  await local.svc.bulk((tx) => tx.users.delete('id'));
  // @ts-expect-error: no such requester
  await local.svc.bulk(() => undefined, { as: 'sytem' });
  // @ts-expect-error: tags have no search
  await local.svc.search('fox', { collections: ['tags'] });
  // @ts-expect-error: views are no documents
  await local.svc.views({ collection: 'tags' });
  // @ts-expect-error: there is no session
  await local.auth.me();
  return { equal, unselected, results };
}
