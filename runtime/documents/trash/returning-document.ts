/** What a document becomes that returns from the trash, before its references are looked at. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, ServiceError } from '../../errors/service-error.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { runChangingHooks } from '../hooks/run-hooks.js';
import type { OperationContext } from '../operation-context.js';
import { assembleDocument } from '../stored-document.js';
import type { Validator } from '../validator.js';
import { fittingData } from '../versions/fitting-data.js';
import { withoutIssues } from '../versions/restorable-data.js';
import { type Completion, completeFields, mergeFields } from '../write/complete-value.js';
import { withinFieldRights } from '../write/fixed-fields.js';
import { prepareData } from '../write/prepare-data.js';
import { readOnlyIssues } from '../write/read-only-fields.js';
import { validatorIssues, withoutBuiltIns } from '../write/validate-data.js';
import { validatorsFor } from './trash-validators.js';

/** A document on its way back. */
export interface Returning {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
  readonly descriptor: CollectionDescriptor;
  readonly state: DocumentState;
  /** What the requester gives it instead of what it had. */
  readonly values: JsonObject;
  readonly context: OperationContext;
}

/** Both views of a document that returns. */
export interface ReturnedViews {
  readonly published: StoredDocument | null;
  readonly draft: StoredDocument | null;
  /** Paths of the values that do not fit the config any more. */
  readonly dropped: Set<string>;
  /** The data that hooks get. */
  readonly data: JsonObject;
}

/**
 * Brings both views into the form of the current config, with the values of the requester, and runs the
 * `beforeChange` hooks.
 *
 * @throws ServiceError FORBIDDEN for values of fields that the requester may not change, BAD_USER_INPUT for
 * values that do not fit, CONFLICT where a published document would lack what is required.
 */
export async function returningViews(returning: Returning): Promise<ReturnedViews> {
  const { environment, type, descriptor, state } = returning;
  const { published, pending } = state;
  const primary = published ?? pending?.document;
  if (primary === undefined) throw new Error(`A document of ${type.model.name} in the trash is empty.`);
  const isPublished = published !== null || !descriptor.drafts;
  const values = await checkedValues(returning, { primary, isDraft: !isPublished });
  const dropped = new Set<string>();
  const revision = Math.max(revisionOf(published), revisionOf(pending?.document ?? null)) + 1;
  const now = new Date(environment.clock()).toISOString();

  const made = async (view: StoredDocument, isDraft: boolean): Promise<[StoredDocument, JsonObject]> => {
    const fitting = await fittingView(returning, { view, isDraft, dropped });
    const merging: Completion = { ids: environment.ids, issues: [], isDraft: true };
    const merged = mergeFields(descriptor.fields, {
      ...{ stored: fitting, patch: values, prefix: '', completion: merging },
    });
    const data = await hookedData(returning, { view, merged, isDraft });
    const completion: Completion = { ids: environment.ids, issues: [], isDraft };
    const fields = completeFields(descriptor.fields, { data, prefix: '', completion });
    if (completion.issues.length > 0) throw incomplete(type, completion.issues);
    const status = published === null && descriptor.drafts ? 'draft' : 'published';
    const head = { id: String(view['id']), createdAt: String(view['createdAt']), updatedAt: now };
    return [assembleDocument(type.model, { ...head, revision, status }, fields), data];
  };

  const [first, data] = await made(primary, !isPublished);
  if (!isPublished) return { published: null, draft: first, dropped, data };
  // A discarded draft leaves a row without pending fields: what is published has its revision now.
  const isChanged = descriptor.drafts && published !== null && pending !== null && pending.fields.length > 0;
  const [draft] = isChanged ? await made(pending.document, true) : [null];
  return { published: first, draft, dropped, data };
}

/** The 409 for a published document that lacks what is required: other values may be given. */
export function incomplete({ model: { name } }: DocumentType, issues: readonly Issue[]): ServiceError {
  return new ServiceError('CONFLICT', reason('trash.incomplete', { collection: name }), { details: issues });
}

function revisionOf(document: StoredDocument | null): number {
  return Number(document?.['_revision'] ?? 0);
}

/** The values of the body, checked like the data of an update. */
async function checkedValues(
  { type, descriptor, values, context }: Returning,
  { primary, isDraft }: { readonly primary: StoredDocument; readonly isDraft: boolean },
): Promise<JsonObject> {
  if (Object.keys(values).length === 0) return values;
  const validators = validatorsFor(descriptor);
  const validator = isDraft ? validators?.draft : validators?.published;
  if (validator === undefined) {
    throw new Error(`The route of ${type.model.name} was generated without its checks: run svc generate.`);
  }
  const { access } = context;
  const allowed = withinFieldRights(values, { descriptor, stored: primary, access });
  const refused = readOnlyIssues(descriptor.fields, values);
  // The hooks of a restore see the whole document, below.
  const hooks = { ...type.hooks, beforeValidate: [], beforeChange: [] };
  return prepareData(
    { ...type, hooks },
    {
      ...{ operation: 'update', event: 'restore', data: allowed, refused },
      ...{ document: primary, draft: isDraft, validator, context },
    },
  );
}

/** The values of a view that fit the current config. */
async function fittingView(
  { type, descriptor, context }: Returning,
  {
    view,
    isDraft,
    dropped,
  }: { readonly view: StoredDocument; readonly isDraft: boolean; readonly dropped: Set<string> },
): Promise<JsonObject> {
  const data = withoutBuiltIns(view);
  const fitting = fittingData(descriptor.fields, data);
  const validators = validatorsFor(descriptor);
  const validator = isDraft ? validators?.draft : validators?.published;
  const valid = validator === undefined ? fitting : withoutIssues(type, validator, fitting);
  noteDropped(data, valid, { prefix: '', dropped });
  // A field that is newer than the document starts with its default.
  return type.defaults.any ? type.defaults.apply(valid, 'create', () => context.req) : valid;
}

/** Names the values that were there and are gone. A list that has lost something is named as a whole. */
function noteDropped(
  before: JsonObject,
  after: JsonObject,
  { prefix, dropped }: { readonly prefix: string; readonly dropped: Set<string> },
): void {
  for (const [name, value] of Object.entries(before)) {
    const now = ownValue(after, name);
    const path = `${prefix}${name}`;
    if (isEmptyValue(value)) continue;
    if (isJsonObject(value) && isJsonObject(now)) {
      noteDropped(value, now, { prefix: `${path}.`, dropped });
    } else if (Array.isArray(value) && Array.isArray(now)) {
      if (JSON.stringify(value).length > JSON.stringify(now).length) dropped.add(path);
    } else if (now === undefined || now === null) dropped.add(path);
  }
}

function isEmptyValue(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

interface HookedView {
  readonly view: StoredDocument;
  readonly merged: JsonObject;
  readonly isDraft: boolean;
}

async function hookedData(
  { type, descriptor, context }: Returning,
  { view, merged, isDraft }: HookedView,
): Promise<JsonObject> {
  const { beforeChange } = type.hooks;
  if (beforeChange.length === 0) return merged;
  const changed = await runChangingHooks(beforeChange, {
    ...{ name: `beforeChange of ${type.model.name}`, data: merged, document: view },
    ...{ operation: 'restore', event: 'restore', draft: isDraft, context },
  });
  if (changed === null) return merged;
  const validators = validatorsFor(descriptor);
  const data = { ...merged, ...withoutBuiltIns(changed) };
  const validator: Validator | undefined = isDraft ? validators?.draft : validators?.published;
  const [issue] =
    validator === undefined ? [] : validatorIssues(validator, { data, fields: descriptor.fields });
  if (issue === undefined) return data;
  throw new Error(
    `The hook beforeChange of ${type.model.name} made the data invalid: ${issue.path}: ${issue.message}`,
  );
}
