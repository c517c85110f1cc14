import { issueOfValue } from '../../config/validate/issue-of-value.js';
import type { SelectNode } from '../../query/plan.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import { localOf } from '../local/local-scope.js';
import type { OperationContext } from '../operation-context.js';
import { completeValue, emptyValue, isEmpty } from '../write/complete-value.js';
import type { OutgoingDocument } from './outgoing-document.js';
import type { ReadPace } from './read-pace.js';
import type { VirtualField, VirtualPlan } from './virtual-plan.js';

/** Documents whose virtual fields are computed at the same time. */
const together = 20;

/** A read of documents, and what of them is returned; null: everything. */
export interface VirtualRead {
  readonly type: DocumentType;
  readonly select: SelectNode | null;
  readonly context: OperationContext;
  readonly pace: ReadPace;
}

/**
 * The documents with their virtual fields, as far as they are selected and the requester may read them. Other
 * virtual fields are not computed.
 *
 * @throws Error where the code of the config fails, or returns a value that does not fit its field.
 */
export async function withVirtuals(
  documents: readonly OutgoingDocument[],
  { type, select, context, pace }: VirtualRead,
): Promise<readonly OutgoingDocument[]> {
  const plan = type.virtuals;
  if (plan === null || documents.length === 0 || !isConcerned(plan, select)) return documents;
  pace.callsOut();
  const computed: OutgoingDocument[] = [];
  for (let at = 0; at < documents.length; at += together) {
    const part = documents.slice(at, at + together);
    computed.push(
      ...(await Promise.all(part.map((one) => computedDocument(one, plan, { type, select, context })))),
    );
    if (pace.isTime()) await pace.pauseBetweenReads();
  }
  return computed;
}

/** Whether a selection has a virtual field. */
function isConcerned({ own, inside }: VirtualPlan, select: SelectNode | null): boolean {
  if (select === null) return true;
  return [...own.keys(), ...inside.keys()].some((name) => select.fields.has(name));
}

/** The same of one document, whole and outside of a read. */
export function withAllVirtuals(
  document: OutgoingDocument,
  { type, context }: Pick<VirtualRead, 'type' | 'context'>,
): Promise<OutgoingDocument> {
  const plan = type.virtuals;
  return plan === null
    ? Promise.resolve(document)
    : computedDocument(document, plan, { type, select: null, context });
}

interface Computing {
  readonly type: DocumentType;
  readonly context: OperationContext;
  readonly document: OutgoingDocument;
  /** A copy of the stored document, which the code of the config gets. */
  readonly stored: JsonObject;
}

/** An object of a document as it is returned, and as it is stored. */
interface Place {
  readonly shown: JsonObject;
  readonly stored: JsonObject;
  /** `items.0.`; empty for the document itself. */
  readonly prefix: string;
}

async function computedDocument(
  document: OutgoingDocument,
  plan: VirtualPlan,
  { type, select, context }: Omit<VirtualRead, 'pace'>,
): Promise<OutgoingDocument> {
  const stored = structuredClone(document.storedData);
  const place = { shown: document.data, stored, prefix: '' };
  const data = await computedObject(place, plan, select, { type, context, document, stored });
  return document.withData({ ...data });
}

async function computedObject(
  place: Place,
  plan: VirtualPlan,
  select: SelectNode | null,
  computing: Computing,
): Promise<JsonObject> {
  const { shown } = place;
  const known = new Set(plan.order);
  const head = Object.entries(shown).filter(([name]) => !known.has(name));
  const fields = await Promise.all(
    plan.order.map(async (name): Promise<readonly (readonly [string, JsonValue])[]> => {
      const part = select === null ? null : select.fields.get(name);
      const value = ownValue(shown, name);
      const virtual = plan.own.get(name);
      if (virtual !== undefined) {
        const isShown = part !== undefined && !isHidden(virtual, computing);
        return isShown ? [[name, await computedValue(virtual, place, computing)]] : [];
      }
      if (value === undefined) return [];
      const inner = part === undefined ? undefined : plan.inside.get(name);
      if (inner === undefined) return [[name, value]];
      return [[name, await computedInside({ name, value, place, select: part ?? null }, inner, computing)]];
    }),
  );
  return Object.fromEntries([...head, ...fields.flat()]);
}

function isHidden({ field }: VirtualField, { context: { access } }: Computing): boolean {
  return access?.fields.hidden.has(field) === true;
}

interface Inside {
  readonly name: string;
  readonly value: JsonValue;
  readonly place: Place;
  readonly select: SelectNode | null;
}

/** A group, or a list of rows. */
function computedInside(
  { name, value, place, select }: Inside,
  planOf: (blockType: unknown) => VirtualPlan | null,
  computing: Computing,
): JsonValue | Promise<JsonValue> {
  const stored = ownValue(place.stored, name);
  const prefix = `${place.prefix}${name}.`;
  if (Array.isArray(value)) {
    const before = Array.isArray(stored) ? (stored as readonly JsonValue[]).filter(isJsonObject) : [];
    return Promise.all(
      (value as readonly JsonValue[]).map((row, position) => {
        if (!isJsonObject(row)) return row;
        const plan = planOf(row['blockType']);
        if (plan === null) return row;
        // A hook may have moved a row, or made one.
        const same = before.find(({ id }) => id === row['id']) ?? row;
        return computedObject(
          { shown: row, stored: same, prefix: `${prefix}${position}.` },
          plan,
          select,
          computing,
        );
      }),
    );
  }
  const plan = isJsonObject(value) ? planOf(undefined) : null;
  if (plan === null || !isJsonObject(value)) return value;
  return computedObject(
    { shown: value, stored: isJsonObject(stored) ? stored : {}, prefix },
    plan,
    select,
    computing,
  );
}

async function computedValue(
  virtual: VirtualField,
  { stored: siblings, prefix }: Place,
  { type, context, document, stored }: Computing,
): Promise<JsonValue> {
  const name = `The virtual field ${prefix}${virtual.field.name} of ${type.model.name}`;
  let answer: unknown;
  try {
    answer = await virtual.compute({
      document: stored as Record<string, unknown>,
      siblingData: siblings as Record<string, unknown>,
      draft: document.isDraft,
      get req() {
        return context.req;
      },
      get local() {
        return localOf(context, `${type.model.name}.${prefix}${virtual.field.name}`);
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} failed: ${reason}`, { cause: error });
  }
  const value = checkedValue(virtual, answer, name);
  // A draft, and a global before its first write, may lack what the value is made of.
  const mayLack = document.isDraft || stored['_status'] === 'draft' || stored['_revision'] === 0;
  if (virtual.field.required === true && !mayLack && isEmpty(virtual.field, value)) {
    throw new Error(`${name} is required, and its function returned no value.`);
  }
  return value;
}

/** The JSON form of what a function returned, as a document holds it. */
function checkedValue({ field, options }: VirtualField, answer: unknown, name: string): JsonValue {
  const value = asJson(answer, name);
  if (value === null) return emptyValue(field);
  const { required: _, ...limits } = options;
  const issue = issueOfValue(limits, value, new Set());
  if (issue !== null) throw new Error(`${name} got a value that does not fit: ${issue}.`);
  return completeValue(field, {
    value,
    path: name,
    completion: { ids: () => '', issues: [], isDraft: true },
  });
}

function asJson(answer: unknown, name: string): JsonValue {
  try {
    const text: string | undefined = JSON.stringify(answer);
    return text === undefined ? null : (JSON.parse(text) as JsonValue);
  } catch (error) {
    throw new Error(`${name} returned what JSON cannot hold.`, { cause: error });
  }
}
