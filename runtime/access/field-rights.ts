import type { ContractDescriptor, DocumentDescriptor, FieldDescriptor } from '../codegen/descriptors.js';
import { fieldsInside } from '../fields/inner-fields.js';
import type { HiddenFields } from '../query/parse/hidden-fields.js';
import { createHiddenPlan, type HiddenPlan } from './hidden-plan.js';
import type { FieldOperation } from './scopes.js';

/** What the field rules of a contract mean for one role, or for one set of scopes. Made once and kept. */
export interface FieldRights {
  /** Fields that must not be read, of all documents; including the fields inside them. */
  readonly hidden: HiddenFields;
  /** Fields that must not be changed, likewise. */
  readonly fixed: ReadonlySet<FieldDescriptor>;
  /** Null where the whole document is returned. */
  hiddenIn(document: DocumentDescriptor): HiddenPlan | null;
  /** Whether a document has fields that must not be changed. */
  fixesIn(document: DocumentDescriptor): boolean;
}

/** Whether a field's own access list lets the requester in; called for fields that have such a list. */
export type MayUseField = (
  document: DocumentDescriptor,
  field: FieldDescriptor,
  operation: FieldOperation,
) => boolean;

export function createFieldRights(contract: ContractDescriptor, may: MayUseField): FieldRights {
  const hidden = new Set<FieldDescriptor>();
  const fixed = new Set<FieldDescriptor>();
  const fixing = new Set<DocumentDescriptor>();
  const plans = new Map<DocumentDescriptor, HiddenPlan>();
  for (const document of [...contract.collections, ...contract.globals]) {
    const before = fixed.size;
    collect(document.fields, {
      document,
      around: { read: true, update: true },
      into: { hidden, fixed, may },
    });
    if (fixed.size > before) fixing.add(document);
    const plan = createHiddenPlan(document.fields, hidden);
    if (plan !== null) plans.set(document, plan);
  }
  return {
    hidden,
    fixed,
    hiddenIn: (document) => plans.get(document) ?? null,
    fixesIn: (document) => fixing.has(document),
  };
}

interface Collecting {
  readonly hidden: Set<FieldDescriptor>;
  readonly fixed: Set<FieldDescriptor>;
  readonly may: MayUseField;
}

type Open = Readonly<Record<FieldOperation, boolean>>;

/** The fields inside a field without access have no access either, whatever their own lists say. */
function collect(
  fields: readonly FieldDescriptor[],
  {
    document,
    around,
    into,
  }: { readonly document: DocumentDescriptor; readonly around: Open; readonly into: Collecting },
): void {
  for (const field of fields) {
    const open = (operation: FieldOperation): boolean =>
      around[operation] && (field.access?.[operation] === undefined || into.may(document, field, operation));
    const own: Open = { read: open('read'), update: open('update') };
    if (!own.read) into.hidden.add(field);
    if (!own.update) into.fixed.add(field);
    for (const inner of fieldsInside(field)) collect(inner, { document, around: own, into });
  }
}

/** Whether any reader may see less of a document than another one. */
export function hasFieldAccess(fields: readonly FieldDescriptor[]): boolean {
  return fields.some((field) => field.access?.read !== undefined || fieldsInside(field).some(hasFieldAccess));
}
