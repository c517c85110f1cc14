import type { AuthServices } from '../../auth/auth-services.js';
import type { AdminVersionNotes } from '../../codegen/admin-replies.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import { maxComment, maxVersionLabel } from '../../codegen/version-note-limits.js';
import { roleRanks } from '../../config/roles.js';
import { globalId } from '../../documents/document-model.js';
import { notFound } from '../../documents/not-found.js';
import {
  addComment,
  findComment,
  keepVersion,
  type NotedDocument,
  readNotes,
  removeComment,
  setLabel,
} from '../../documents/versions/notes/version-notes.js';
import { authorOf } from '../../documents/versions/record-version.js';
import { reason } from '../../errors/reasons/reason.js';
import { textFault } from '../../errors/reasons/text-fault.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import { wrongType } from '../../fields/input-issue.js';
import type { Connection } from '../../storage/driver.js';
import { versionsTable } from '../../storage/schema/table-names.js';
import { createIdSource } from '../../util/ids.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { documentIdOf, versionsOf } from '../handlers/addressed-document.js';
import { admitWrite } from '../handlers/document-admission.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { readPageQuery } from '../routing/page-query.js';
import { authOf } from '../security/authorize.js';
import { documentsIn } from './addressed.js';
import { dashboardRequester } from './dashboard-requester.js';

/** What is said of versions, by a requester who may read the history of the document. */
interface Noting {
  readonly request: ApiRequest;
  readonly service: Service;
  readonly auth: AuthServices;
  readonly descriptor: DocumentDescriptor;
  readonly document: NotedDocument;
}

/** `GET /api/admin/versions/{slug}/{id}`: labels and comments of one page of the history. */
export async function readVersionNotes(request: ApiRequest, service: Service): Promise<Reply> {
  const noting = await admittedNoting(request, service);
  const page = readPageQuery(request.search, service.contract.limits.maxLimit);
  const { json } = await versionsOf(service, noting.descriptor).list(
    noting.document.id,
    page,
    request.context,
  );
  const { docs } = JSON.parse(json.toString()) as { readonly docs: readonly JsonObject[] };
  return replyOf(
    noting,
    docs.map(({ id }) => String(id)),
  );
}

/** `PUT /api/admin/versions/{slug}/{id}/{versionId}/label` */
export async function putVersionLabel(request: ApiRequest, service: Service): Promise<Reply> {
  const { noting, version, at, author } = await namedVersion(request, service);
  const label = textOf(await request.body(), 'label', maxVersionLabel, { isEmptiable: true });
  await writing(noting, version, (connection) =>
    setLabel(connection, noting.document, { version, at, author, label: label || null }),
  );
  return replyOf(noting, [version]);
}

/** `POST /api/admin/versions/{slug}/{id}/{versionId}/comments` */
export async function postVersionComment(request: ApiRequest, service: Service): Promise<Reply> {
  const { noting, version, at, author } = await namedVersion(request, service);
  const text = textOf(await request.body(), 'text', maxComment, { isEmptiable: false });
  const id = createIdSource(noting.auth.clock)();
  await writing(noting, version, (connection) =>
    addComment(connection, noting.document, { id, version, at, author, text }),
  );
  return replyOf(noting, [version]);
}

/** `DELETE .../{versionId}/comments/{commentId}`: one's own; administrators delete any. */
export async function deleteVersionComment(request: ApiRequest, service: Service): Promise<Reply> {
  const { noting, version, author } = await namedVersion(request, service);
  const { driver } = noting.auth;
  const id = request.params['commentId'] ?? '';
  const comment = await findComment(driver, noting.document, { id, version });
  if (comment === null)
    throw new ServiceError('NOT_FOUND', reason('comment.unknown', { id: id.slice(0, 100) }));
  const requester = await request.requester();
  const isAdministrator = requester.kind !== 'anonymous' && requester.rank >= roleRanks.admin;
  if (comment.author !== author && !isAdministrator)
    throw new ServiceError('FORBIDDEN', reason('comment.notYours'));
  await removeComment(driver, id);
  return replyOf(noting, [version]);
}

/** The rights are those of the history: docs/spec/content-tools.md#together. */
async function admittedNoting(request: ApiRequest, service: Service): Promise<Noting> {
  await dashboardRequester(request, service);
  const descriptor = documentsIn(request, service);
  const { slug } = descriptor;
  await admitWrite(request, service, descriptor, 'transition');
  if (descriptor.versions === undefined)
    throw new ServiceError('NOT_FOUND', reason('version.none', { slug }));
  const { id: named = '' } = request.params;
  if (descriptor.kind === 'global' && named !== globalId) throw notFound(nameOf(descriptor), named);
  const id = documentIdOf(request, descriptor);
  const document = { kind: descriptor.kind, slug: descriptor.slug, id };
  return { request, service, auth: authOf(service), descriptor, document };
}

interface NamedVersion {
  readonly noting: Noting;
  readonly version: string;
  readonly author: string | null;
  readonly at: number;
}

/** The same, and the version in the path, which the requester may see. */
async function namedVersion(request: ApiRequest, service: Service): Promise<NamedVersion> {
  const noting = await admittedNoting(request, service);
  refuseParameters(request.search);
  const version = request.params['versionId'] ?? '';
  await versionsOf(service, noting.descriptor).read(noting.document.id, version, request.context);
  return { noting, version, author: authorOf(request.context.access), at: noting.auth.clock() };
}

/**
 * Writes while the version cannot be removed.
 *
 * @throws ServiceError NOT_FOUND where it has been removed since it was read.
 */
function writing(
  { auth, descriptor, document }: Noting,
  version: string,
  write: (connection: Connection) => Promise<void>,
): Promise<void> {
  const kept = { table: versionsTable(descriptor), document: document.id, version };
  return auth.driver.transaction(async (connection) => {
    if (!(await keepVersion(connection, kept)))
      throw new ServiceError(
        'NOT_FOUND',
        reason('version.unknown', {
          collection: nameOf(descriptor),
          version: version.slice(0, 100),
        }),
      );
    await write(connection);
  });
}

async function replyOf({ auth, document }: Noting, versions: readonly string[]): Promise<Reply> {
  const { driver, users } = auth;
  const { labels, comments } = await readNotes(driver, document, versions);
  const authors = [...new Set(comments.flatMap(({ author }) => author ?? []))];
  const names = new Map<string, string | null>();
  for (const id of authors)
    if (!id.startsWith('key:')) names.set(id, (await users.find(driver, id))?.name ?? null);
  const answer: AdminVersionNotes = {
    labels,
    comments: comments.map(({ id, version, text, author, at }) => ({
      ...{ id, version, text, author },
      authorName: author === null ? null : (names.get(author) ?? null),
      createdAt: new Date(at).toISOString(),
    })),
  };
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: JSON.stringify(answer) };
}

/** @throws ServiceError BAD_USER_INPUT */
function textOf(
  body: unknown,
  name: string,
  max: number,
  { isEmptiable }: { readonly isEmptiable: boolean },
): string {
  const { [name]: value, ...others }: Readonly<Record<string, JsonValue>> = requireObject(body);
  const [other] = Object.keys(others);
  if (other !== undefined) throw badInputAt(other.slice(0, 100), reason('property.unknown', {}));
  if (value === null && isEmptiable) return '';
  if (typeof value !== 'string') throw wrongType(name, 'text', value);
  const fault = textFault(value);
  if (fault !== null) throw badInputAt(name, fault);
  const text = value.trim();
  if (text === '' && !isEmptiable) throw badInputAt(name, reason('input.empty'));
  if (text.length > max) throw badInputAt(name, reason('text.tooLong', { max }));
  return text;
}
