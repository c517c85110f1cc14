import { createHash } from 'node:crypto';
import { numberPlaceholders } from './placeholders.js';

/** A statement as PostgreSQL takes it. */
export interface StatementText {
  readonly text: string;
  /** Under this name a connection keeps it prepared. Empty for one that was seen once only. */
  readonly name: string;
}

interface Known {
  readonly text: string;
  readonly named: StatementText;
}

/**
 * Statements by the text they were written with. A text is prepared by name from its second use on, so that filters which come
 * once leave nothing on the server. Two generations bound what is kept, as in SQLite's cache of statements.
 */
export class StatementTexts {
  readonly #generationSize: number;
  #young: Map<string, Known> = new Map();
  #old: Map<string, Known> = new Map();

  constructor(generationSize = 1000) {
    this.#generationSize = generationSize;
  }

  of(sql: string): StatementText {
    const young = this.#young.get(sql);
    if (young !== undefined) return young.named;
    const old = this.#old.get(sql);
    const known = old ?? read(sql);
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(sql, known);
    return old === undefined ? { text: known.text, name: '' } : known.named;
  }
}

function read(sql: string): Known {
  const text = numberPlaceholders(sql);
  const name = `svc_${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
  return { text, named: { text, name } };
}
