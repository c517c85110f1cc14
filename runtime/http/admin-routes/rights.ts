import { anonymous, type Requester, type UserRequester } from '../../access/requester.js';
import type { AdminFieldMeta, AdminMeta } from '../../codegen/admin-meta.js';
import type { AdminRights, AdminRightsOfDocument } from '../../codegen/admin-replies.js';
import { roleRanks } from '../../config/roles.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf, authorizeUser } from '../security/authorize.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { type VisibleMeta, visibleMeta } from './visible-meta.js';

/**
 * `GET /api/admin/rights`: what each role may do with each collection and global, as the rules of the config
 * say; `row` where a function decides for each document. For administrators.
 */
export function readRights(readFile: ReadAdminMeta): RouteHandler {
  return async function readRightsOfRoles(request, service): Promise<Reply> {
    const requester = await authorizeUser(request, service, { kind: 'rank', rank: roleRanks.admin });
    refuseParameters(request.search);
    const meta = await readFile();
    const { roles } = authOf(service);
    const answer: AdminRights = {
      roles: [
        ...roles.names.map((name) => {
          const rank = roles.rankOf(name);
          return { name, rank, ...rightsOf(request, service, meta, withRole(requester, name, rank)) };
        }),
        { name: null, rank: 0, ...rightsOf(request, service, meta, anonymous) },
      ],
    };
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(answer) };
  };
}

function withRole(requester: UserRequester, role: string, rank: number): UserRequester {
  return { ...requester, user: { ...requester.user, role }, role, rank };
}

function rightsOf(
  request: ApiRequest,
  service: Service,
  meta: AdminMeta,
  requester: Requester,
): Pick<AdminRights['roles'][number], 'collections' | 'globals'> {
  const access = service.access?.forRequest(requester, () => request.context.req);
  if (access === undefined) return { collections: [], globals: [] };
  const seen = visibleMeta(service.contract, meta, access);
  return {
    collections: meta.collections.map(({ slug, fields }) => rightsIn(seen.collections, slug, fields)),
    globals: meta.globals.map(({ slug, fields }) => rightsIn(seen.globals, slug, fields)),
  };
}

type Seen = VisibleMeta['collections'][number] | VisibleMeta['globals'][number];

function rightsIn(
  documents: readonly Seen[],
  slug: string,
  fields: readonly AdminFieldMeta[],
): AdminRightsOfDocument {
  const seen = documents.find((one) => one.slug === slug);
  if (seen === undefined) return { slug, can: null, readDrafts: false, hidden: [], readOnly: [] };
  const own = pathsIn(seen.fields);
  const visible = new Map(own.map((field) => [field.path, field]));
  return {
    slug,
    can: { create: false, delete: false, ...seen.can },
    readDrafts: seen.drafts && seen.readDrafts,
    hidden: pathsIn(fields).flatMap(({ path }) => (visible.has(path) ? [] : [path])),
    readOnly: own.flatMap(({ path, canUpdate }) => (canUpdate ? [] : [path])),
  };
}

interface PathOfField {
  readonly path: string;
  readonly canUpdate: boolean;
}

/** Fields with those inside of them. The slug of a block is a part of the paths: `layout.quote.text`. */
function pathsIn(fields: readonly AdminFieldMeta[], around = ''): readonly PathOfField[] {
  return fields.flatMap(({ name, canUpdate, fields: inner = [], blocks = [] }) => {
    const path = `${around}${name}`;
    return [
      { path, canUpdate },
      ...pathsIn(inner, `${path}.`),
      ...blocks.flatMap((block) => pathsIn(block.fields, `${path}.${block.slug}.`)),
    ];
  });
}
