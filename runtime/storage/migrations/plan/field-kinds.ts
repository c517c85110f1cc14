/** A kind of `FieldSchema.kind`, parsed. */
export interface ReferenceKind {
  readonly isMany: boolean;
  /** Null for several collections. */
  readonly target: string | null;
}

const pattern = /^(reference|references) to (.+)$/;
const several = 'several collections';

/** Returns null for a field that is no relation. */
export function referenceKind(kind: string): ReferenceKind | null {
  const [, noun, target = several] = pattern.exec(kind) ?? [];
  if (noun === undefined) return null;
  return { isMany: noun === 'references', target: target === several ? null : target };
}

/** Returns the kind after the collections are renamed. */
export function kindAfterRenames(kind: string, renamedOwners: ReadonlyMap<string, string>): string {
  const reference = referenceKind(kind);
  if (reference === null || reference.target === null) return kind;
  const now = [...renamedOwners].find(([, former]) => former === reference.target)?.[0];
  return now === undefined ? kind : `${reference.isMany ? 'references' : 'reference'} to ${now}`;
}
