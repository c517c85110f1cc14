import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { maxSearchLength } from '../../../runtime/codegen/search-limits.js';
import type { Context } from './context.js';
import type { Schema } from './schema.js';
import { idSchema } from './values.js';

export type SharedParameterName =
  | 'id'
  | 'versionId'
  | 'requestId'
  | 'ifMatch'
  | 'ifNoneMatch'
  | 'draftWrite'
  | 'autosave'
  | 'preview'
  | 'idempotencyKey'
  | 'noDraft'
  | 'all'
  | 'trash'
  | 'permanent'
  | 'permanentMany'
  | 'expect'
  | 'dryRun'
  | 'atomic';

/** Parameters of reads, in a query string or in the body of `POST /api/{slug}/query`. */
export type ListParameterName =
  | 'draft'
  | 'depth'
  | 'page'
  | 'limit'
  | 'cursor'
  | 'count'
  | 'unused'
  | 'search'
  | 'highlight';

interface Limits {
  readonly maxLimit: number;
  readonly maxDepth: number;
}

/** A parameter with its schema as a component of the same name, since query bodies have it too. */
export function listParameter(name: ListParameterName, context: Context): ReferenceObject {
  return context.components.parameter(name, () => ({
    name,
    in: 'query',
    ...(name === 'cursor' && { allowEmptyValue: true }),
    schema: listParameterSchema(name, context),
  }));
}

/** The schema of a list parameter, as a component. */
export function listParameterSchema(
  name: ListParameterName,
  { ir, components, names }: Context,
): ReferenceObject {
  const { title, ...schema } = listSchemas(ir.contract.limits)[name];
  return components.schema(names.shared(title), () => schema);
}

function listSchemas({
  maxLimit,
  maxDepth,
}: Limits): Readonly<Record<ListParameterName, Schema & { title: string }>> {
  return {
    draft: {
      title: 'DraftView',
      type: 'boolean',
      description:
        'Whether drafts are merged over published content: `true` reads pending drafts, `false` the published content. By default, requests with a credential read drafts and others the published content. Without a credential `true` is refused if there is authentication.',
    },
    unused: {
      title: 'UnusedFiles',
      type: 'boolean',
      const: true,
      description:
        'Only documents that no field or rich text refers to, published or in a draft, as far as the requester may read it. Needs the right to update the documents.',
    },
    depth: {
      title: 'PopulationDepth',
      type: 'integer',
      minimum: 0,
      maximum: maxDepth,
      default: 0,
      description:
        'How many levels of relations are populated. At 0 a relation is an id; above, it is the document or `null`.',
    },
    page: {
      title: 'PageNumber',
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'Number of the page. Cannot be combined with `cursor`.',
    },
    limit: {
      title: 'PageLimit',
      type: 'integer',
      minimum: 0,
      maximum: maxLimit,
      default: Math.min(10, maxLimit),
      description: 'Documents per page. 0 returns only the counts.',
    },
    cursor: {
      title: 'PageCursor',
      type: 'string',
      description:
        'Pages by position instead of number; each page costs the same. Empty for the first page, then `nextCursor` of the previous page, with the same `sort` and `where`.',
    },
    search: {
      title: 'SearchText',
      type: 'string',
      minLength: 1,
      maxLength: maxSearchLength,
      description:
        'Documents with all these words, the last one as a beginning. `"words in a row"`, `-without`, `begin*`. At most 10 words. The order is that of relevance unless `sort` is given.',
    },
    highlight: {
      title: 'SearchHighlight',
      type: 'boolean',
      default: false,
      description: 'Whether documents have `_highlights`: where `search` was found. Needs `search`.',
    },
    count: {
      title: 'CountMode',
      type: 'string',
      enum: ['exact', 'none', 'estimated'],
      description:
        'How `totalDocs` is counted: `exact` (default on pages), `none` (default with `cursor`: it is -1), or `estimated` (never slow).',
    },
  };
}

/** Parameters that are the same wherever they occur. */
const parameters: Readonly<Record<SharedParameterName, ParameterObject>> = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the document.',
    schema: idSchema,
  },
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Id of the request for the log of the server, to follow it through several systems.',
    schema: { type: 'string', pattern: '^[\\w.:/+=\\-]{1,128}$' },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` that the write is based on: it is refused with 409 if the document was modified since.',
    schema: { type: 'string' },
    example: '"3"',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'A known `ETag`: if it still matches, the response is 304 without a body. Has no effect with `depth`, since related documents change independently.',
    schema: { type: 'string' },
    example: '"3"',
  },
  draftWrite: {
    name: 'X-Draft',
    in: 'header',
    description:
      'With `true` the write creates or changes a draft: no field is required, and the published content stays unchanged.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  },
  autosave: {
    name: 'X-Autosave',
    in: 'header',
    description:
      'With `true`, and `X-Draft: true`, the draft is saved while its editor types: within ten minutes such saves of a user share one version.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  },
  preview: {
    name: 'X-Svc-Preview',
    in: 'header',
    description:
      'A preview token: the document for which it was made is shown with its draft, any other as published. 401 once the token has ended.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own for this request, such as a UUID. If the request is sent again with the same key and body within 24 hours, it gets the first response, and nothing is written. With another body it is refused.',
    schema: { type: 'string', pattern: '^[!-~]+$', maxLength: 255 },
  },
  noDraft: {
    name: 'X-Draft',
    in: 'header',
    description: 'A document is deleted with its draft, so only `false` is allowed.',
    schema: { type: 'string', enum: ['false'] },
  },
  all: {
    name: 'all',
    in: 'query',
    description: 'With `true` every document is meant, where the filter is missing or holds for all.',
    schema: { type: 'boolean', default: false },
  },
  trash: {
    name: 'trash',
    in: 'query',
    description:
      'With `only` the documents in the trash are read, which needs the right to delete them. Lists of them have `page`, `limit`, and `sort` and `where` by `_deletedAt`, `title` and `id`; no other parameter.',
    schema: { type: 'string', enum: ['only'] },
  },
  permanent: {
    name: 'permanent',
    in: 'query',
    description:
      'With `true` the document is deleted for good, also one in the trash, which needs the right to purge. By default it is moved to the trash.',
    schema: { type: 'boolean', default: false },
  },
  permanentMany: {
    name: 'permanent',
    in: 'query',
    description:
      'With `true` the documents are deleted for good, which needs the right to purge. By default they are moved to the trash.',
    schema: { type: 'boolean', default: false },
  },
  expect: {
    name: 'expect',
    in: 'query',
    description:
      'The expected number of documents that match the filter: with any other number nothing is written, and the response is 409.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  dryRun: {
    name: 'dryRun',
    in: 'query',
    description: 'With `true` nothing is written: the response shows what would happen.',
    schema: { type: 'boolean', default: false },
  },
  atomic: {
    name: 'atomic',
    in: 'query',
    description: 'Whether all are written or none. With `false` each is written separately.',
    schema: { type: 'boolean', default: true },
  },
  versionId: {
    name: 'versionId',
    in: 'path',
    required: true,
    description: 'Id of the version.',
    schema: { type: 'string' },
  },
};

/** A parameter that is the same wherever it occurs. */
export function sharedParameter(name: SharedParameterName, { components }: Context): ReferenceObject {
  return components.parameter(name, () => parameters[name]);
}
