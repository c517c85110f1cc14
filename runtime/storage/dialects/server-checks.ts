import type { Connection } from '../driver.js';

/** What a server reports of its log, which its replicas follow. */
export interface LogState {
  /** It follows another server and takes no writes. */
  readonly isStandby: boolean;
  /** How far its log is written or, on a standby, replayed. */
  readonly position: bigint;
  /** Equal on a server and on its replicas, for the same database and schema. */
  readonly identity: string;
}

export interface TableState {
  readonly isReadOnly: boolean;
  readonly isMade: boolean;
  /** Whether the user of the connection may create it. */
  readonly mayBeMade: boolean;
}

type Reader = Pick<Connection, 'get'>;

/** What `svc doctor` asks of a database server. Nothing is changed. */
export interface ServerChecks {
  /** The server's time in milliseconds since 1970. */
  readTime(connection: Reader): Promise<number>;
  readLogState(connection: Reader): Promise<LogState>;
  /** Why a server is no replica of another one, as the end of a sentence; null when it is one. */
  issueOfReplica(own: LogState, primary: LogState): string | null;
  readTableState(connection: Reader, table: string): Promise<TableState>;
  /** What would make `contains` quicker, which reads every document; null if it uses indexes. */
  readSearchAdvice(connection: Reader): Promise<string | null>;
}
