import { createHash } from 'node:crypto';
import { numberPlaceholders } from './placeholders.js';

/** A statement as PostgreSQL takes it. */
export interface StatementText {
  readonly text: string;
  /** The name of the prepared statement on a connection. Empty for a text that was used only once. */
  readonly name: string;
}

interface Known {
  readonly text: string;
  readonly named: StatementText;
}

/**
 * Caches statements by their original text. A text is prepared by name from its second use on, so that
 * filters which are used once leave nothing on the server. Two generations bound the cache, as in SQLite's
 * statement cache.
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
