/** What every document of a collection has. */
export interface CollectionDocument {
  id: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Increases by one with each write; `ifMatch` refuses a write to any other revision. */
  _revision: number;
}

/** What the document of every global has. */
export interface GlobalDocument {
  id: 'global';
  /** ISO 8601, UTC; null before the first write. */
  createdAt: string | null;
  /** ISO 8601, UTC; null before the first write. */
  updatedAt: string | null;
  /**
   * 0 before the first write. Increases by one with each write; `ifMatch` refuses a write to any other
   * revision.
   */
  _revision: number;
}
