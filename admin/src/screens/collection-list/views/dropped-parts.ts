/** A part of a view that its reader may not use, or that no longer fits the config. */
export interface DroppedPart {
  readonly kind: 'where' | 'sort' | 'columns' | 'search';
  /** Path of the field; empty for the search. */
  readonly path: string;
}

const kinds = ['where', 'sort', 'columns', 'search'] as const;

/** Reads what the service names: `where.OR.0.budget`, `sort.budget`, `columns.seo.title`, `search`. */
export function droppedParts(dropped: readonly string[]): readonly DroppedPart[] {
  const parts = new Map<string, DroppedPart>();
  for (const name of dropped) {
    const [first = '', ...rest] = name.split('.');
    const kind = kinds.find((each) => each === first);
    if (kind === undefined) continue;
    const path = rest.join('.').replace(/^(?:(?:AND|OR)\.\d+\.)+/, '');
    parts.set(`${kind} ${path}`, { kind, path });
  }
  return [...parts.values()];
}
