/** The types of queries and mutations, as TanStack Query infers them. */
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { useInfiniteQuery, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type {
  CursorPage,
  FindError,
  ListPage,
  Post,
  SiteSettings,
} from '../../fixtures/blog/expected/sdk/index.js';
import { createClient } from '../../fixtures/blog/expected/sdk/index.js';
import { createMutations, createQueries } from '../../fixtures/blog/expected/sdk/query.js';
import { is } from './sdk-equal.js';

const cache = new QueryClient();
const client = createClient({ baseUrl: 'http://localhost' });
const queries = createQueries(client);
const mutations = createMutations(client, cache);

// The type of data follows select and depth, that of the error the method.
const list = useQuery(queries.posts.find({ limit: 3 }));
is<ListPage<Post> | undefined>()(list.data);
is<FindError | null>()(list.error);
is<ListPage<Post>>()(useSuspenseQuery(queries.posts.find()).data);
is<string | undefined>()(useQuery(queries.posts.find({ depth: 1 })).data?.docs[0]?.author?.name);
is<{ id: string; title: string } | undefined>()(
  useQuery(queries.posts.findById('x', { select: ['title'] })).data,
);
is<string | null | undefined>()(useQuery(queries.posts.findById('x', { draft: true })).data?.title);
is<Post | null | undefined>()(useQuery(queries.posts.findOne({ where: { title: 'x' } })).data);
is<Post | null | undefined>()(useQuery(queries.posts.findByKey({ slug: 'x' })).data);
is<number | undefined>()(useQuery(queries.posts.count()).data);
is<SiteSettings | undefined>()(useQuery(queries.globals.siteSettings.get()).data);
is<string | undefined>()(useQuery(queries.auth.me()).data?.user?.email);
is<string[] | undefined>()(
  useQuery({ ...queries.posts.find(), select: ({ docs }) => docs.map(({ title }) => title) }).data,
);
is<ListPage<Post> | undefined>()(new QueryObserver(cache, queries.posts.find()).getCurrentResult().data);
is<Promise<ListPage<Post>>>()(cache.fetchQuery(queries.posts.find()));
void cache.invalidateQueries(queries.posts.all());

const pages = useInfiniteQuery(queries.posts.infinite({ limit: 20, sort: 'title' }));
is<CursorPage<Post>[] | undefined>()(pages.data?.pages);
void new InfiniteQueryObserver(cache, queries.posts.infinite());

const update = useMutation(mutations.posts.update());
update.mutate({ id: 'x', data: { title: 'y' }, ifMatch: 2 });
is<Post | undefined>()(update.data);
is<'NOT_FOUND' | 'CONFLICT' | undefined>()(
  update.error?.code === 'NOT_FOUND' || update.error?.code === 'CONFLICT' ? update.error.code : undefined,
);
useMutation(mutations.posts.create()).mutate({ title: 'x', author: 'a' });
useMutation(mutations.posts.create({ draft: true })).mutate({ title: null });
useMutation(mutations.posts.delete()).mutate({ id: 'x' });
useMutation(mutations.posts.publish()).mutate({ id: 'x', data: { publishAt: null } });
useMutation(mutations.posts.updateMany()).mutate({ where: { title: 'x' }, data: { title: 'y' } });
useMutation(mutations.posts.updateMany()).mutate({
  where: { 'author.name': { contains: 'x' }, OR: [{ title: 'y' }, { 'author.email': 'z' }] },
  data: { title: 'y' },
  idempotencyKey: 'key',
});
useMutation(mutations.comments.deleteMany()).mutate({
  where: { 'post.author.name': 'x' },
  idempotencyKey: 'key',
});
useMutation(mutations.posts.create({ idempotencyKey: ({ title }) => title })).mutate({
  title: 'x',
  author: 'a',
});
useMutation(mutations.posts.create({ draft: true, idempotencyKey: ({ title }) => title ?? '' })).mutate({
  title: null,
});
useMutation(mutations.posts.bulk({ idempotencyKey: (operations) => `${operations.length}` })).mutate([]);
useMutation(mutations.globals.siteSettings.update()).mutate({ data: { title: 'x' } });
useMutation(mutations.auth.login()).mutate({ email: 'a', password: 'b' });
useMutation(mutations.auth.logout()).mutate();
void new MutationObserver(cache, mutations.posts.create()).mutate({ title: 'x', author: 'a' });

// @ts-expect-error: no such field
queries.posts.find({ where: { titel: 'x' } });
// @ts-expect-error: no such path
queries.posts.find({ select: ['titel'] });
// @ts-expect-error: at depth 0 an author is an id
useQuery(queries.posts.find()).data?.docs[0]?.author.name;
// @ts-expect-error: not selected
useQuery(queries.posts.findById('x', { select: ['title'] })).data?.slug;
// @ts-expect-error: a list by cursor has no pages
queries.posts.infinite({ page: 2 });
// @ts-expect-error: email is not a unique field of posts
queries.posts.findByKey({ email: 'x' });
// @ts-expect-error: no such collection
queries.pages.find();
// @ts-expect-error: comments have no unique field
queries.comments.findByKey({ name: 'x' });
// @ts-expect-error: comments have no drafts
mutations.comments.publish();
// @ts-expect-error: comments have no drafts
queries.comments.find({ draft: true });
// @ts-expect-error: the author is missing
useMutation(mutations.posts.create()).mutate({ title: 'x' });
// @ts-expect-error: the id is missing
update.mutate({ data: { title: 'y' } });
// @ts-expect-error: a number is no title
update.mutate({ id: 'x', data: { title: 1 } });
// @ts-expect-error: a where is missing
useMutation(mutations.posts.deleteMany()).mutate({});
// @ts-expect-error: no such field
useMutation(mutations.posts.deleteMany()).mutate({ where: { titel: 'x' } });
// @ts-expect-error: no such field of the author
useMutation(mutations.posts.deleteMany()).mutate({ where: { 'author.nam': 'x' } });
// @ts-expect-error: no such operator
useMutation(mutations.posts.updateMany()).mutate({ where: { title: { has: 'x' } }, data: { title: 'y' } });
// @ts-expect-error: a key is a text
mutations.posts.create({ idempotencyKey: () => 5 });
// @ts-expect-error: a title of a draft may be missing
mutations.posts.create({ draft: true, idempotencyKey: ({ title }) => title });
// @ts-expect-error: an update takes no key
mutations.posts.update({ idempotencyKey: () => 'key' });
// @ts-expect-error: the password is missing
useMutation(mutations.auth.login()).mutate({ email: 'a' });
