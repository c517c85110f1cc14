/** A folder as it is stored. */
export interface Folder {
  readonly id: string;
  readonly name: string;
  /** Null at the top. */
  readonly parent: string | null;
}

/** A folder in a tree that is written line by line. */
export interface PlacedFolder extends Folder {
  /** How many folders are above it. */
  readonly level: number;
}

/** Returns the folders in a folder; null: those at the top. One whose folder is not known is at the top. */
export function foldersIn(folders: readonly Folder[], parent: string | null): readonly Folder[] {
  if (parent !== null) return folders.filter((folder) => folder.parent === parent);
  const known = new Set(folders.map(({ id }) => id));
  return folders.filter((folder) => folder.parent === null || !known.has(folder.parent));
}

/** Returns the folders from the top to a folder, which is the last of them. */
export function pathTo(folders: readonly Folder[], id: string | null): readonly Folder[] {
  const path: Folder[] = [];
  let next = folders.find((folder) => folder.id === id);
  while (next !== undefined && !path.includes(next)) {
    path.unshift(next);
    const { parent } = next;
    next = folders.find((folder) => folder.id === parent);
  }
  return path;
}

/** Returns all folders, each before those in it. */
export function placedFolders(
  folders: readonly Folder[],
  parent: string | null = null,
  level = 0,
): readonly PlacedFolder[] {
  return foldersIn(folders, parent).flatMap((folder) => [
    { ...folder, level },
    ...placedFolders(folders, folder.id, level + 1),
  ]);
}

/** Returns the folders that a folder can be put into: all but itself and those in it. */
export function targetsFor(folders: readonly Folder[], id: string): readonly PlacedFolder[] {
  const own = new Set([id, ...placedFolders(folders, id).map((folder) => folder.id)]);
  return placedFolders(folders).filter((folder) => !own.has(folder.id));
}
