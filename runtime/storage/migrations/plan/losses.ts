/** What a change would lose, and the name under which the loss is confirmed. */
import { narrowsReference } from './field-changes.js';
import { rowContainer, splitPath } from './field-paths.js';
import type { OwnerMatch, SchemaMatch } from './match-schemas.js';

export interface Loss {
  /**
   * `posts.body`, `tags`, `posts:drafts`, `posts:versions`, `posts:trash`, `posts:files`: what
   * `--confirm-drop` takes.
   */
  readonly what: string;
  /** One clause: `posts.body is gone, with its values`. */
  readonly message: string;
  /** What may be the same under a new name. */
  readonly rename?: LikelyRename;
}

/** A new part of the config that would have the data of a lost one, if it had this `renamedFrom`. */
export interface LikelyRename {
  /** The new part: `posts.headline`. */
  readonly path: string;
  /** `title` */
  readonly renamedFrom: string;
}

export function findLosses(match: SchemaMatch): readonly Loss[] {
  return match.owners.flatMap((owner): readonly Loss[] => {
    const { before, after } = owner;
    if (before === null) return [];
    if (after === null) return [lostOwner(owner, match)];
    return [...lostTables(owner), ...lostFields(owner)];
  });
}

function lostOwner({ before }: OwnerMatch, { owners }: SchemaMatch): Loss {
  const name = before?.owner ?? '';
  const isGlobal = name.startsWith('globals.');
  const noun = isGlobal ? 'its content' : 'all of its documents';
  const rival = owners.find(
    (one) => one.before === null && one.after !== null && one.after.owner.startsWith('globals.') === isGlobal,
  )?.after?.owner;
  return {
    what: name,
    message: `${name} is gone, with ${noun}`,
    ...(rival !== undefined && { rename: { path: rival, renamedFrom: name.replace('globals.', '') } }),
  };
}

function lostTables({ before, after }: OwnerMatch): readonly Loss[] {
  const name = after?.owner ?? '';
  const losses: Loss[] = [];
  if (before?.pending && !after?.pending) {
    losses.push({
      what: `${name}:drafts`,
      message: `${name} has no drafts any more: pending drafts are dropped, and documents that were never published`,
    });
  }
  if (before?.versions && !after?.versions) {
    losses.push({
      what: `${name}:versions`,
      message: `${name} keeps no versions any more: its history is dropped`,
    });
  }
  if (before?.trash && !after?.trash) {
    losses.push({
      what: `${name}:trash`,
      message: `${name} has no trash any more: the documents in it are dropped`,
    });
  }
  if (losesFiles({ before, after })) {
    losses.push({
      what: `${name}:files`,
      message: `${name} has no files any more: no document names them, and what is known of them is dropped`,
    });
  }
  return losses;
}

function losesFiles({ before, after }: Pick<OwnerMatch, 'before' | 'after'>): boolean {
  return before?.documents.files !== undefined && after?.documents.files === undefined;
}

function lostFields(owner: OwnerMatch): readonly Loss[] {
  const ofFiles = losesFiles(owner) ? (owner.before?.documents.files ?? []) : [];
  const changes = owner.fields.filter(
    (change) => change.kind !== 'dropped' || !ofFiles.includes(change.before.path),
  );
  const name = owner.after?.owner ?? '';
  const fields = owner.before?.documents.fields ?? [];
  const gone = changes.flatMap((change) =>
    change.kind === 'dropped' && keepsSomething(change.before.path) ? [change.before] : [],
  );
  return changes.flatMap((change): readonly Loss[] => {
    if (change.kind === 'dropped') {
      const { path, kind } = change.before;
      if (!keepsSomething(path) || kind === 'group' || gone.some((one) => path.startsWith(`${one.path}.`)))
        return [];
      const rival = changes.find(
        (one) =>
          one.kind === 'added' &&
          one.after.kind === kind &&
          rowContainer(one.after.path, owner.after?.documents.fields ?? []) === rowContainer(path, fields),
      );
      const rename =
        rival?.kind === 'added' && kind !== 'block'
          ? { path: `${name}.${rival.after.path}`, renamedFrom: formerName(rival.after.path, path) }
          : undefined;
      return [
        {
          what: `${name}.${path}`,
          message: `${name}.${path} is gone, with its values`,
          ...(rename !== undefined && { rename }),
        },
      ];
    }
    if (change.kind === 'added' || change.kind === 'kept') return [];
    const narrows =
      change.kind === 'replaced' ||
      (change.kind === 'converted' && change.conversion.narrows) ||
      (change.kind === 'pointed elsewhere' && narrowsReference(change));
    if (!narrows) return [];
    const what = `${name}.${change.after.path}`;
    const fate = change.kind === 'replaced' ? 'no value can be kept' : 'some values may not fit';
    return [
      { what, message: `${what} was ${noun(change.before)} and is now ${noun(change.after)}: ${fate}` },
    ];
  });
}

/** The state of a published document is part of drafts and is no loss of its own. */
function keepsSomething(path: string): boolean {
  return path !== '_status';
}

function noun({
  kind,
  rules,
}: {
  readonly kind: string;
  readonly rules?: { readonly type: string };
}): string {
  return rules?.type === 'richText' ? 'richText' : kind;
}

/** The name is enough when the parent stays the same. */
function formerName(path: string, former: string): string {
  const [parent] = splitPath(path);
  const [formerParent, name] = splitPath(former);
  return parent === formerParent ? name : former;
}
