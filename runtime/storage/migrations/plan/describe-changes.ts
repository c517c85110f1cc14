/** The changes of a migration, one line each: for its file, and for the person who makes it. */
import type { FieldRules, FieldSchema, IndexSchema, TableSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';
import type { OwnerMatch, OwnerTables, SchemaMatch } from './match-schemas.js';

/** A change as a line, whose beginning is what it concerns. */
interface DescribedChange {
  /** `posts.subtitle`, `posts` */
  readonly subject: string;
  /** `posts.subtitle is new`, `posts: the index on title is gone` */
  readonly line: string;
}

export function describeChanges(match: SchemaMatch): readonly DescribedChange[] {
  return match.owners.flatMap((owner): readonly DescribedChange[] => {
    const { before, after } = owner;
    if (before === null) return [of(after?.owner ?? '', ' is new')];
    if (after === null) return [of(before.owner, ' is gone')];
    const renamed = before.owner === after.owner ? [] : [of(before.owner, ` is called ${after.owner} now`)];
    return [
      ...renamed,
      ...tableLines(owner),
      ...fieldLines(after.owner, owner.fields),
      ...textLines(owner),
      ...indexLines(owner),
    ];
  });
}

function of(subject: string, says: string): DescribedChange {
  return { subject, line: `${subject}${says}` };
}

function tableLines({ before, after }: OwnerMatch): readonly DescribedChange[] {
  const says: string[] = [];
  if (!before?.pending && after?.pending) says.push(' has drafts now');
  if (before?.pending && !after?.pending) says.push(' has no drafts any more');
  if (!before?.versions && after?.versions) says.push(' keeps versions now');
  if (before?.versions && !after?.versions) says.push(' keeps no versions any more');
  if (!before?.trash && after?.trash) says.push(' has a trash now');
  if (before?.trash && !after?.trash) says.push(' has no trash any more');
  return says.map((each) => of(after?.owner ?? '', each));
}

function fieldLines(owner: string, changes: readonly FieldChange[]): readonly DescribedChange[] {
  return changes.flatMap((change): readonly DescribedChange[] => {
    if (change.kind === 'added')
      return isShown(change.after) ? [of(`${owner}.${change.after.path}`, ' is new')] : [];
    if (change.kind === 'dropped')
      return isShown(change.before) ? [of(`${owner}.${change.before.path}`, ' is gone')] : [];
    const { before, after } = change;
    const path = `${owner}.${after.path}`;
    const renamed =
      before.path === after.path || movesWithParent(change, changes)
        ? []
        : [of(`${owner}.${before.path}`, ` is called ${path} now`)];
    if (change.kind !== 'kept') return [...renamed, of(path, ` was ${before.kind} and is now ${after.kind}`)];
    return [...renamed, ...ruleLines(path, before, after)];
  });
}

/** Rich texts that were there before: those that are new or gone have their own lines. */
function textLines({ before, after, fields }: OwnerMatch): readonly DescribedChange[] {
  if (before === null || after === null) return [];
  const kept = fields.flatMap((change) =>
    change.kind === 'kept' ? [[change.before.path, change.after.path]] : [],
  );
  const [was, is] = [textsOf(before), textsOf(after)];
  return kept.flatMap(([former = '', now = '']) => {
    if (was.has(former) === is.has(now)) return [];
    const says = `: the files that it shows are ${is.has(now) ? 'listed now' : 'listed no more'}`;
    return [of(`${after.owner}.${now}`, says)];
  });
}

function textsOf({ tables }: OwnerTables): ReadonlySet<string> {
  return new Set(tables.flatMap(({ texts = [] }) => texts));
}

/** A field inside rows moves together with its rows. */
function movesWithParent(
  { before, after }: Extract<FieldChange, { before: FieldSchema; after: FieldSchema }>,
  changes: readonly FieldChange[],
): boolean {
  return changes.some((other) => {
    if (other.kind !== 'kept' || other.before.path === other.after.path) return false;
    const inside = after.path.slice(other.after.path.length);
    return after.path.startsWith(`${other.after.path}.`) && before.path === `${other.before.path}${inside}`;
  });
}

/** The state field is not reported: documents with drafts have it, and it comes and goes with drafts. */
function isShown({ path, kind }: FieldSchema): boolean {
  return path !== '_status' && kind !== 'group';
}

function ruleLines(
  path: string,
  { rules: before }: FieldSchema,
  { rules: after }: FieldSchema,
): readonly DescribedChange[] {
  if (before === undefined || after === undefined) return [];
  // A default matters only for a new field.
  const { default: _old, ...old } = before;
  const { default: _now, ...now } = after;
  const names = new Set([...Object.keys(old), ...Object.keys(now)]) as ReadonlySet<keyof typeof now>;
  return [...names].flatMap((name) => {
    const [was, is] = [old, now].map((rules) => ruleText(rules, name));
    if (was === is) return [];
    if (name === 'filled') return [of(path, ` ${after.filled ? 'is never' : 'may be'} empty now`)];
    if (name === 'required') return [of(path, ` is ${after.required ? 'required' : 'optional'} now`)];
    if (name === 'type') return [of(path, ` was of type ${before.type} and is now ${after.type}`)];
    if (is === undefined) return [of(path, ` has no ${name} any more`)];
    return [of(path, `: ${name} is ${is} now`)];
  });
}

function ruleText(rules: Partial<FieldRules>, name: keyof FieldRules): string | undefined {
  const { pattern } = rules;
  return name === 'pattern' && pattern !== undefined
    ? String(new RegExp(pattern.source, pattern.flags))
    : JSON.stringify(rules[name]);
}

function indexLines({ before, after, fields }: OwnerMatch): readonly DescribedChange[] {
  if (before === null || after === null) return [];
  const renamed = new Map(
    fields.flatMap((change) =>
      change.kind === 'added' || change.kind === 'dropped'
        ? []
        : change.before.columns.map(
            (name, position) => [name, change.after.columns[position] ?? name] as const,
          ),
    ),
  );
  const text = ({ columns, unique }: IndexSchema, names: ReadonlyMap<string, string>): string =>
    `the ${unique ? 'unique ' : ''}index on ${columns.map((name) => names.get(name) ?? name).join(', ')}`;
  const old = indexTexts(before.documents, (index) => text(index, renamed));
  const now = indexTexts(after.documents, (index) => text(index, new Map()));
  return [
    ...[...now].filter((one) => !old.has(one)).map((one) => of(after.owner, `: ${one} is new`)),
    ...[...old].filter((one) => !now.has(one)).map((one) => of(after.owner, `: ${one} is gone`)),
  ];
}

function indexTexts({ indexes }: TableSchema, text: (index: IndexSchema) => string): ReadonlySet<string> {
  return new Set(indexes.map(text));
}
