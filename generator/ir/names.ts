/**
 * The names that emitted code uses: properties of the client, constants, and types of documents and blocks. A
 * type and all types derived from it are unique, ignoring case, and none is a name that JavaScript,
 * TypeScript or the emitted files use themselves.
 */
import {
  camelCase,
  isIdentifierName,
  isReservedWord,
  pascalCase,
  takeFreeName,
} from '../print/identifier.js';
import { globalNames } from './global-names.js';
import type { IrNames } from './ir.js';
import { singular } from './singular.js';

/**
 * Suffixes that emitters append to the type of a document or block to name types of their own (`PostCreate`).
 * A name is free only if it is free with each of them, so that the collections `posts` and `post-creates` do
 * not clash.
 */
export const derivedTypeSuffixes = [
  'Create',
  'Update',
  'Draft',
  'Fields',
  'Populated',
  'Filters',
  'Shape',
  'Input',
] as const;

/**
 * Types and type parameters that emitted files declare or import: first the server's, then everything that
 * `sdk/index.ts` exports apart from documents.
 */
const ownTypes = `
App AppOptions D Safe CollectionDescriptor ContractDescriptor GlobalDescriptor JsonObject JsonValue Routes Schema
AnyFilter AnyShape AtDepth BulkOperation BulkOptions BulkResult BulkResultRow CallOptions ChangeOptions Changes ChoiceFilter ClientContract ClientOptions
CollectionDocument CollectionMethods CollectionShape Collections CountQuery CreateError CursorPage
DateFilter DeleteError Depth DocumentAt DocumentFilters DocumentReference DocumentShape DraftFilters Drafted EitherShape
ErrorCode ErrorDetail Fetch FetchRequest FetchResponse FetchSignal FindByIdError FindError FindQuery
GeoBox GeoCircle GeoPolygon GeoPosition GetGlobalError GlobalDocument GlobalMethods Globals HeadersInput
IterateQuery JoinedDocuments KeyMethods KeyedShape ListQuery LocalClient LocalOptions LocalRequester Json JsonInput Less ListFilter ListPage NumberFilter PointFilter
PopulatedReference PresenceFilter Read ReadQuery ReferenceInput RichTextBlockNode SafeResult SafeSvcClient SelectPath Selected
SvcClient SvcError SvcErrorConstructor SvcErrorFields TextFilter TimestampFilter UpdateError UpdateGlobalError Where
Auth AuthTypes AuthAcceptInviteData AuthAccountChangeError AuthAccountError AuthActiveSession AuthApiKey
AuthApiKeyChanges AuthApiKeyData AuthApiKeyMethods AuthAuditEntry AuthAuditPage AuthAuditQuery AuthAuditType
AuthChangePasswordData AuthChangePasswordError AuthConfiguration AuthEmailChange AuthEmailChangeData AuthEmailChangeError AuthEmailChangeMethods AuthEmailConfirmError AuthEmailData AuthIdentity AuthInvite
AuthInviteData AuthInviteMethods AuthLinkData AuthLock AuthLoginData AuthLoginError AuthMagicLinkData
AuthMagicLinkMethods AuthMailError AuthMessage AuthMethods AuthNewApiKey AuthPageQuery AuthPasswordPolicy
AuthRefreshData AuthRegisterData AuthRegisterError AuthResetPasswordData AuthRevokedSessions
AuthRegistered AuthReplacedSession AuthRotationData AuthScope AuthSession AuthSessionMethods AuthSessionSummary AuthShape AuthSignedIn
AuthSystemMethods AuthSystemSettings AuthSystemSettingsChanges AuthTokenData AuthTokenError AuthTokens
AuthUser AuthUserMethods
CreateManyOptions DeleteManyOptions CreateOnceOptions CreateOptions DocumentSchedule DocumentVersion DraftAt DraftData DraftMethods GlobalDraftMethods
AggregateGroup AggregateQuery AggregateResult GroupBy Metric MetricFilter Metrics HighlightedPiece Highlights DuplicateOptions UpsertKey UpsertOptions ChangeOperationOptions CreatedDocument CreatedId OperationOptions ServiceMethods NewSavedView SavedView SavedViewQuery ViewMethods SearchHit SearchMethods SearchQuery SearchResult Transaction TransactionCollection TransactionGlobal Increment ListChange OperatorOn
Deletion DocumentTrash EmptiedTrash RestoreData RestoreOptions TrashMethods TrashQuery TrashWhere TrashedDocument
GlobalVersionMethods ManyError ManyMethods ManyOptions ManyQuery PreviewToken PublishData PublishError UpdateManyOptions VersionMethods VersionsError VersionsQuery WriteData WriteOptions Written
`
  .trim()
  .split(/\s+/);

/** Types that `sdk/index.ts` exports besides where a collection has files. */
const uploadTypes = `
AddressedFile BegunUploads FileInput FileUrlOptions FromUrlMethods ImageSize ImageTransforms NamedFile
ReplaceOptions SendFileOptions SignError SignOptions SignedAddress SigningMethods SizeName SizeUrlOptions
StreamedFile TransformUrlOptions TransformedImage TransformsOf UploadBulkOperation UploadClientOptions
UploadError UploadManyMethods UploadMethods UploadOptions UsagePage UsageQuery Use FileBlob FileStream
PlainBlob PlainStream UploadProgress
`
  .trim()
  .split(/\s+/);

/** Constants that emitted files declare or import. */
const ownConstants = ['config', 'contract', 'createApp', 'createClient', 'routes', 'z'];

export interface Namer {
  collection(slug: string, singularLabel: string | undefined): IrNames;
  global(slug: string, label: string | undefined): IrNames;
  /** Type of a block; `owner` is the type of the document that uses it first. */
  block(slug: string, owner: string): string;
}

export interface NamerOptions {
  /** A collection has files: the SDK exports the types of uploads too. */
  readonly hasUploads?: boolean;
}

/** Makes names, each only once: the first call that wants a name gets it, later ones get a variant. */
export function createNamer({ hasUploads = false }: NamerOptions = {}): Namer {
  const own = hasUploads ? [...ownTypes, ...uploadTypes] : ownTypes;
  const types = new Set([...globalNames, ...own].map((name) => name.toLowerCase()));
  const constants = new Set(ownConstants);

  const isFree = (name: string): boolean =>
    ['', ...derivedTypeSuffixes].every((suffix) => !types.has((name + suffix).toLowerCase()));
  const isFreeConstant = (name: string): boolean => !constants.has(isReservedWord(name) ? `${name}_` : name);
  const takeType = (...candidates: readonly string[]): string => {
    const last = candidates.at(-1) ?? 'Type';
    let name = candidates.find(isFree);
    for (let number = 2; name === undefined; number += 1) {
      if (isFree(`${last}${number}`)) name = `${last}${number}`;
    }
    for (const suffix of ['', ...derivedTypeSuffixes]) types.add((name + suffix).toLowerCase());
    return name;
  };

  return {
    collection(slug, singularLabel) {
      const type = typeFromLabel(singularLabel) ?? singularType(slug);
      return {
        property: camelCase(slug),
        type: takeType(type, `${type}Document`),
        constant: takeFreeName(camelCase(slug), constants),
      };
    },
    global(slug, label) {
      const type = typeFromLabel(label) ?? pascalCase(slug);
      const property = camelCase(slug);
      return {
        property,
        type: takeType(type, `${type}Global`),
        constant: takeFreeName(isFreeConstant(property) ? property : `${property}Global`, constants),
      };
    },
    block(slug, owner) {
      const name = pascalCase(slug);
      const type = name.endsWith('Block') ? name : `${name}Block`;
      return takeType(type, owner + type);
    },
  };
}

/**
 * A label as a type name: `Blog post` → `BlogPost`. Undefined if it is not written in Latin letters, or does
 * not begin with one.
 */
function typeFromLabel(label: string | undefined): string | undefined {
  const words = (label ?? '').normalize('NFKD').replace(/\p{Mark}/gu, '');
  if (!/^[\x20-\x7e]*$/.test(words)) return undefined;
  const type = pascalCase(words.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-/, ''));
  return isIdentifierName(type) && /^[A-Za-z]/.test(type) ? type : undefined;
}

/** `blog-posts` → `BlogPost`: the last word becomes singular. */
function singularType(slug: string): string {
  const words = slug.split(/[-_]+/).filter((word) => word !== '');
  return pascalCase([...words.slice(0, -1), singular(words.at(-1) ?? '')].join('-'));
}
