import type { Connection, FieldDef, QueryResult, Submittable } from 'pg';
import { rowTypes } from './row-types.js';

/** A statement with its values, as the server takes it. */
export interface BatchedStatement {
  readonly text: string;
  /** Empty: it is not prepared by name. */
  readonly name: string;
  readonly values: readonly unknown[];
  /** Nobody needs its rows. */
  readonly isBlind: boolean;
}

/** The result of a statement: a part of that of `pg`. */
export type StatementResult = Pick<QueryResult, 'rows' | 'rowCount' | 'command'>;

/** Members of a connection of `pg` that its types leave out. */
interface PreparingConnection {
  /** The texts of the statements that the server has prepared, by name. Kept by the client. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  bind(config: {
    readonly statement: string;
    readonly values: readonly unknown[];
    readonly valueMapper: (value: unknown) => string | Buffer | null;
  }): void;
  describe(config: { readonly type: 'P' }): void;
  execute(config: Readonly<Record<string, never>>): void;
  parse(config: { readonly name: string; readonly text: string }): void;
  sync(): void;
}

interface Running extends BatchedStatement {
  rows: Record<string, unknown>[];
  fields: readonly FieldDef[];
  command: string;
  rowCount: number | null;
}

/**
 * Statements that are sent in one message and end together, for `client.query`. Outside a transaction they
 * are one: the server commits all of them or none. After a failure it runs none of those that follow
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
export class StatementBatch implements Submittable {
  /** The results in the order of the statements, once the server has ended the batch. */
  readonly results: Promise<readonly StatementResult[]>;
  #completed = 0;
  readonly #statements: readonly Running[];
  #current = 0;
  #succeed: (results: readonly StatementResult[]) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(statements: readonly BatchedStatement[]) {
    this.results = new Promise((resolve, reject) => {
      this.#succeed = resolve;
      this.#fail = reject;
    });
    this.#statements = statements.map(({ text, name, values, isBlind }) => ({
      text,
      name,
      values,
      isBlind,
      rows: [],
      fields: [],
      command: '',
      rowCount: null,
    }));
  }

  /** When the server has prepared the current statement, the client records it under this name. */
  get name(): string {
    return this.#running.name;
  }

  get text(): string {
    return this.#running.text;
  }

  /** The results of the statements that the server has run, also of a batch that has failed. */
  get completed(): readonly StatementResult[] {
    return this.#statements.slice(0, this.#completed);
  }

  submit(connection: Connection): void {
    const parts: Buffer[] = [];
    const collector = { writable: true, write: (part: Buffer) => parts.push(part) };
    const collected = Object.create(connection, { stream: { value: collector } }) as PreparingConnection;
    const sent = new Set<string>();
    for (const { text, name, values, isBlind } of this.#statements) {
      if (collected.parsedStatements[name] === undefined && !sent.has(name)) collected.parse({ text, name });
      if (name !== '') sent.add(name);
      collected.bind({ statement: name, values, valueMapper: wireValue });
      if (!isBlind) collected.describe({ type: 'P' });
      collected.execute({});
    }
    collected.sync();
    connection.stream.write(Buffer.concat(parts));
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#running.fields = fields;
  }

  handleDataRow({ fields: values }: { readonly fields: readonly (string | null)[] }): void {
    const { fields, rows } = this.#running;
    const row: Record<string, unknown> = {};
    fields.forEach(({ name, dataTypeID }, at) => {
      const value = values[at] ?? null;
      row[name] = value === null ? null : rowTypes.getTypeParser(dataTypeID, 'text')(value);
    });
    rows.push(row);
  }

  /** @param message - Its text is `UPDATE 1`, `INSERT 0 1` or `COMMIT`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const running = this.#running;
    const [command = '', ...numbers] = text.split(' ');
    const count = numbers.at(-1);
    running.command = command;
    running.rowCount = count === undefined ? null : Number(count);
    this.#completed += 1;
    if (this.#current < this.#statements.length - 1) this.#current += 1;
  }

  handleError(error: unknown): void {
    this.#fail(error);
  }

  handleReadyForQuery(): void {
    this.#succeed(this.#statements);
  }

  get #running(): Running {
    const running = this.#statements[this.#current];
    if (running === undefined) throw new Error('A batch has at least one statement.');
    return running;
  }
}

function wireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}
