/** The types of `svc/admin`, by the config beside it. */
import {
  type AdminAction,
  type AdminUser,
  type CellProps,
  type CollectionName,
  type DocumentName,
  defineAdmin,
  useClient,
  useDocument,
  useLanguage,
  useNavigate,
  useUser,
  type WidgetProps,
} from 'svc/admin';
import type { SvcClient } from './generated/sdk/index.js';
import type { BlogPost } from './generated/sdk/types.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function Hooks() {
  const client = useClient();
  const post = useDocument<'blog-posts'>();
  const site = useDocument<'globals.site'>();
  const user = useUser();
  const language = useLanguage();
  useNavigate()('/collections/blog-posts');
  post.set('title', 'A');
  post.set('state', 'done');
  post.set('title', null);
  site.set('motto', 'B');
  const equal: {
    client: Equal<typeof client, SvcClient>;
    title: Equal<typeof post.value.title, string | null | undefined>;
    state: Equal<typeof post.saved.state, 'new' | 'done' | null | undefined>;
    motto: Equal<typeof site.value.motto, string | null | undefined>;
    user: Equal<typeof user, AdminUser | null>;
    language: Equal<typeof language, 'en' | 'de'>;
    collections: Equal<CollectionName, 'blog-posts' | 'users'>;
    documents: Equal<DocumentName, 'blog-posts' | 'users' | 'globals.site'>;
  } = {
    client: true,
    title: true,
    state: true,
    motto: true,
    user: true,
    language: true,
    collections: true,
    documents: true,
  };
  // @ts-expect-error: no such collection
  useDocument<'posts'>();
  // @ts-expect-error: no such field
  post.set('titel', 'A');
  // @ts-expect-error: a text
  post.set('title', 5);
  // @ts-expect-error: no such option
  post.set('state', 'old');
  // @ts-expect-error: the service sets it
  post.set('id', 'x');
  // @ts-expect-error: no such collection
  void client.posts;
  return <p>{JSON.stringify(equal)}</p>;
}

const done: AdminAction = {
  collection: 'blog-posts',
  name: 'done',
  label: 'Done',
  async run({ documents, client, notify, reload, user }) {
    const same: Equal<typeof documents, readonly BlogPost[]> = true;
    for (const { id, _revision } of documents) {
      await client.blogPosts.update(id, { state: 'done' }, { ifMatch: _revision, draft: same });
      // @ts-expect-error: no such option
      await client.blogPosts.update(id, { state: 'old' });
    }
    notify(`By ${user?.email}`);
    notify({ kind: 'error', text: 'No' });
    // @ts-expect-error: no such kind
    notify({ kind: 'bad', text: 'No' });
    await reload();
  },
};

function State({ value, document }: CellProps<'blog-posts', 'new' | 'done'>) {
  return <b>{value === 'new' ? document.title : value}</b>;
}

function Widget({ value, onChange, issues }: WidgetProps<string | null>) {
  return (
    <button type="button" onClick={() => onChange('x')}>
      {value} {issues.length}
    </button>
  );
}

// biome-ignore lint/style/noDefaultExport: it is what `admin.extensions` takes.
export default defineAdmin({
  pages: [
    {
      path: 'hooks',
      title: { en: 'Hooks', de: 'Haken' },
      icon: 'chart',
      roles: ['editor'],
      component: Hooks,
    },
    { path: 'orders/:id', title: 'Order', component: ({ params }) => <p>{params['id']}</p> },
  ],
  navigation: [
    { label: 'New', collection: 'blog-posts', where: { state: { equals: 'new' } } },
    { label: 'Out', href: 'https://example.com' },
    { label: 'Hooks', page: 'hooks' },
  ],
  cells: { 'blog-posts': { state: State, 'seo.title': ({ value }) => String(value) } },
  actions: [done],
  widgets: { own: Widget },
  overview: [{ title: 'Hooks', component: Hooks }],
});

export const wrong = [
  // @ts-expect-error: no such icon
  defineAdmin({ pages: [{ path: 'a', title: 'A', icon: 'clokc', component: Hooks }] }),
  // @ts-expect-error: a page has a component
  defineAdmin({ pages: [{ path: 'a', title: 'A' }] }),
  // @ts-expect-error: no such role
  defineAdmin({ pages: [{ path: 'a', title: 'A', roles: ['edtor'], component: Hooks }] }),
  // @ts-expect-error: no such collection
  defineAdmin({ navigation: [{ label: 'A', collection: 'posts' }] }),
  // @ts-expect-error: only https
  defineAdmin({ navigation: [{ label: 'A', href: 'http://example.com' }] }),
  // @ts-expect-error: one of them
  defineAdmin({ navigation: [{ label: 'A', href: 'https://example.com', page: 'hooks' }] }),
  // @ts-expect-error: no such field
  defineAdmin({ cells: { 'blog-posts': { titel: State } } }),
  // @ts-expect-error: no such collection
  defineAdmin({ actions: [{ collection: 'posts', name: 'a', label: 'A', run: () => undefined }] }),
  // @ts-expect-error: nothing to run
  defineAdmin({ actions: [{ collection: 'blog-posts', name: 'a', label: 'A' }] }),
  // @ts-expect-error: a component
  defineAdmin({ widgets: { own: 'Widget' } }),
  // @ts-expect-error: no such option
  defineAdmin({ page: [] }),
];
