/** Names of a project that its OpenAPI document does not tell. */
export interface ProjectNames {
  /** Slugs. */
  readonly collections: readonly string[];
  readonly globals: readonly string[];
  /** The collections that relations lead to, by the name of their field. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
}

interface Described {
  readonly slug: string;
}

/** Reads the names from the emitted metadata of the dashboard (`admin.json`). */
export function projectNames(meta: {
  readonly collections: readonly Described[];
  readonly globals: readonly Described[];
}): ProjectNames {
  const targets = new Map<string, readonly string[]>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'relationship' && 'name' in value && 'to' in value) {
      targets.set(String(value.name), value.to as readonly string[]);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(meta);
  const slugsOf = (list: readonly Described[]): readonly string[] => list.map(({ slug }) => slug);
  return { collections: slugsOf(meta.collections), globals: slugsOf(meta.globals), targets };
}
