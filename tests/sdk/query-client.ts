/** A contract with relations, and the types that the emitted code gives its queries and mutations. */
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { CollectionMethods, GlobalMethods } from '../../templates/sdk/collection.js';
import type { CollectionDocument, GlobalDocument } from '../../templates/sdk/documents.js';
import type { DocumentFilters, TextFilter } from '../../templates/sdk/filters.js';
import type {
  AuthMutations,
  AuthQueries,
  CollectionMutations,
  CollectionQueries,
  GlobalMutations,
  GlobalQueries,
  KeyQueries,
  QueryCache,
} from '../../templates/sdk/query/index.js';
import type { CollectionShape, DocumentShape, KeyedShape } from '../../templates/sdk/shape.js';
import type { AccountsClient } from './accounts-client.js';

export const queryConfig: ServiceConfig = {
  collections: [
    {
      slug: 'authors',
      drafts: false,
      fields: [
        { name: 'name', type: 'text', required: true, unique: true },
        { name: 'posts', type: 'join', collection: 'posts', on: 'author' },
      ],
    },
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'author', type: 'relationship', to: 'authors' },
      ],
    },
    {
      slug: 'comments',
      drafts: false,
      fields: [
        { name: 'text', type: 'text' },
        { name: 'post', type: 'relationship', to: 'posts', onDelete: 'cascade' },
      ],
    },
  ],
  globals: [
    {
      slug: 'site-settings',
      drafts: false,
      access: { update: () => true },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'pinned', type: 'relationship', to: 'posts' },
      ],
    },
  ],
};

interface Filters extends DocumentFilters {
  name: TextFilter;
  title: TextFilter;
  text: TextFilter;
  'author.name': TextFilter;
  'post.author.name': TextFilter;
}

interface Shape<Document extends object, Data> extends CollectionShape {
  document: Document;
  create: Data & object;
  update: Partial<Data> & object;
  filters: Filters;
  relations: object;
  links: object;
  paths: (keyof Document & string) | 'author.name';
  sort: 'name';
  draft: never;
}

type Authors = Shape<CollectionDocument & { name: string }, { name: string }> &
  KeyedShape & { keys: { name: string } };
type Posts = Shape<
  CollectionDocument & { title: string; author: string | object },
  { title: string; author: string }
>;
type Comments = Shape<CollectionDocument & { text: string; post: string }, { text: string; post: string }>;
interface Settings extends DocumentShape {
  document: GlobalDocument & { title: string | null };
  update: { title?: string };
  links: object;
  paths: 'title';
  draft: never;
}

export interface Client extends Pick<AccountsClient, 'auth'> {
  readonly authors: CollectionMethods<Authors>;
  readonly posts: CollectionMethods<Posts>;
  readonly comments: CollectionMethods<Comments>;
  readonly globals: { readonly siteSettings: GlobalMethods<Settings> };
}

export interface Queries {
  readonly authors: CollectionQueries<Authors> & KeyQueries<Authors>;
  readonly posts: CollectionQueries<Posts>;
  readonly comments: CollectionQueries<Comments>;
  readonly globals: { readonly siteSettings: GlobalQueries<Settings> };
  readonly auth: AuthQueries<Client['auth']>;
}

export interface Mutations {
  readonly authors: CollectionMutations<Authors>;
  readonly posts: CollectionMutations<Posts>;
  readonly comments: CollectionMutations<Comments>;
  readonly globals: { readonly siteSettings: GlobalMutations<Settings> };
  readonly auth: AuthMutations<Client['auth']>;
}

export interface Module {
  createQueries(client: Client): Queries;
  createMutations(client: Client, cache: QueryCache): Mutations;
}

export interface AnyQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: () => Promise<unknown>;
}

export interface AnyMutation<V, T> {
  readonly mutationFn: (variables: V) => Promise<T>;
  readonly onSettled: (data?: unknown, error?: unknown) => Promise<void>;
}
