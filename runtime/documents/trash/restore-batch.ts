/** The documents that were deleted together: which of them return. */

import { isServiceError } from '../../errors/to-response.js';
import { type Connection, UniqueViolation } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import { undoable } from '../../storage/undoable.js';
import { createPause } from '../../util/create-pause.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { OperationContext } from '../operation-context.js';
import type { DocumentReader } from '../read/document-reader.js';
import { collectReferences } from '../relations/reference-plan.js';
import type { ReturnedDocument } from '../write/answer-write.js';
import { decideOn } from '../write/decide-document.js';
import type { TrashIntent } from '../write/intent.js';
import { findTrashed, placeOf, shownOf, type TrashPlace } from './find-trashed.js';
import { targetKey } from './move-to-trash.js';
import {
  keyOf,
  type Member,
  placed,
  type Restored,
  type Restoring,
  type Returning,
  returnDocument,
} from './restore-member.js';
import type { TypesByName } from './return-references.js';

/** A restore that a requester asks for. */
export interface RestoreIntent extends TrashIntent {
  /** Instead of what the document had: where a unique value is in use meanwhile. */
  readonly values: JsonObject;
  /** Whether it is one restore of a bulk. */
  readonly isOneOfMany?: boolean;
}

/** The collection of a restore. */
export interface RestoreTarget extends TrashPlace {
  readonly environment: DocumentEnvironment;
  readonly reader: DocumentReader;
  readonly types: TypesByName;
  readonly returns: ReturnedDocument;
}

/** The documents that were deleted together. */
interface Batch {
  readonly root: Member;
  readonly others: readonly Member[];
}

/** The document, and all others of its batch. */
export async function lockBatch(
  connection: Connection,
  target: RestoreTarget,
  { intent, context }: { readonly intent: RestoreIntent; readonly context: OperationContext },
): Promise<Batch> {
  // One after the other: a restore changes documents of several collections, and other rows of trashes.
  await lockName(connection, 'restore from trash');
  const look = {
    id: intent.id,
    expected: intent.expected,
    rights: ['delete'],
    context,
    locks: true,
  } as const;
  const trashed = await findTrashed(connection, target, look);
  const { type, descriptor, trash } = target;
  await admitValues(target, { trashed, values: intent.values, context });
  const others: Member[] = [];
  for (const other of target.types.values()) {
    const place = placeOf(other);
    if (place === null) continue;
    for (const one of await place.trash.ofBatch(connection, trashed.batch)) {
      if (other !== type || one.id !== trashed.id) others.push({ ...place, trashed: one, values: {} });
    }
  }
  return { root: { type, descriptor, trash, trashed, values: intent.values }, others };
}

/** The members of a batch that refer to a document with one kind of `onDelete`, by its key. */
type Referring = ReadonlyMap<string, readonly Member[]>;

/** Reads the references of each member once: a batch may have thousands. */
function referringIn({ others }: Batch, onDelete: 'cascade' | 'restrict'): Referring {
  const referring = new Map<string, Member[]>();
  for (const other of others) {
    for (const key of keysIn(other, onDelete)) {
      const known = referring.get(key) ?? [];
      referring.set(key, known);
      known.push(other);
    }
  }
  return referring;
}

/** Adds a document that cannot return, and those that need it: each would take a round of its own. */
function leave(left: Set<Member>, member: Member, needing: Referring): void {
  const waiting = [member];
  for (const one of waiting) {
    if (left.has(one)) continue;
    left.add(one);
    for (const other of needing.get(keyOf(one)) ?? []) waiting.push(other);
  }
}

/** The document, and those that refer to it, directly or through each other, without those that stay. */
function following(root: Member, followers: Referring, left: ReadonlySet<Member>): readonly Member[] {
  const found = new Set([root]);
  // A set is walked with what is added meanwhile.
  for (const returned of found) {
    for (const other of followers.get(keyOf(returned)) ?? []) if (!left.has(other)) found.add(other);
  }
  return [...found];
}

/** What became of a batch. */
interface ReturnedBatch {
  /** The root is the first one. */
  readonly restored: readonly Restored[];
  readonly left: readonly Member[];
}

/** Some documents of a batch cannot return: the others begin again without them. */
class BatchRefused extends Error {
  override readonly name = 'BatchRefused';
}

/**
 * Returns the document with what follows it. First all at once; where that fails, each is a step of its own,
 * so that those are known which cannot return.
 */
export async function returnBatch(returning: Returning, batch: Batch): Promise<ReturnedBatch> {
  const followers = referringIn(batch, 'cascade');
  const left = new Set<Member>();
  const all = following(batch.root, followers, left);
  const restoring = placed(returning, all);
  if (all.length === 1) return { restored: [await returnDocument(restoring, batch.root)], left: [] };
  try {
    return { restored: await undoing(returning, () => returnEach(restoring, all)), left: [] };
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  const needing = referringIn(batch, 'restrict');
  for (;;) {
    const members = following(batch.root, followers, left);
    const before = left.size;
    const trying = placed(returning, members);
    try {
      const restored = await undoing(returning, async () => {
        const done: Restored[] = [];
        const pause = createPause();
        for (const member of members) {
          await pause();
          if (left.has(member)) continue;
          const one = await returnedOrNull(trying, member, member === batch.root);
          if (one === null) leave(left, member, needing);
          else done.push(one);
        }
        if (left.size > before) throw new BatchRefused();
        return done;
      });
      const back = new Set(members);
      return { restored, left: all.filter((member) => !back.has(member)) };
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error;
    }
  }
}

async function returnEach(restoring: Restoring, members: readonly Member[]): Promise<readonly Restored[]> {
  const restored: Restored[] = [];
  const pause = createPause();
  for (const member of members) {
    restored.push(await returnDocument(restoring, member));
    await pause();
  }
  return restored;
}

/** Null where the document cannot return; for the root this is the end of the restore. */
async function returnedOrNull(
  restoring: Restoring,
  member: Member,
  isRoot: boolean,
): Promise<Restored | null> {
  try {
    return await undoing(restoring, () => returnDocument(restoring, member));
  } catch (error) {
    if (isRoot || !isConflict(error)) throw error;
    return null;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof UniqueViolation || (isServiceError(error) && error.code === 'CONFLICT');
}

function undoing<T>({ connection, calls }: Returning, part: () => Promise<T>): Promise<T> {
  return calls === null ? undoable(connection, part) : calls.undoable(part);
}

/** Other values are a change of the document: they need the right to change it, too. */
async function admitValues(
  { descriptor }: RestoreTarget,
  {
    trashed,
    values,
    context: { access },
  }: Pick<Member, 'trashed' | 'values'> & { readonly context: OperationContext },
): Promise<void> {
  const document = shownOf(descriptor, trashed, access);
  if (document === null || Object.keys(values).length === 0) return;
  const subject = { id: trashed.id, data: { ...document, ...values }, document };
  await decideOn(access, { descriptor, operation: 'update', subject });
}

/** The keys of the documents that a document refers to with one kind of `onDelete`. */
function keysIn({ type, trashed: { state } }: Member, onDelete: 'cascade' | 'restrict'): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const document of [state.published, state.pending?.document ?? null]) {
    if (document === null) continue;
    for (const reference of collectReferences(type.references, document))
      if (reference.field.onDelete === onDelete) keys.add(targetKey(reference));
  }
  return keys;
}
