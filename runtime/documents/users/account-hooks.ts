/** The hooks of users for accounts that authentication writes itself: invitations, verified addresses. */
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { runChangedHooks, runChangingHooks } from '../hooks/run-hooks.js';
import { joinableByCalls } from '../local/open-transaction.js';
import type { OperationContext } from '../operation-context.js';
import { withoutBuiltIns } from '../write/validate-data.js';

/** A write of an account. */
export interface AccountWrite {
  readonly event: 'create' | 'update';
  /** What is written, without passwords. */
  readonly data: JsonObject;
  /** The stored account; null for a new one. */
  readonly document: StoredDocument | null;
}

/** The hooks of one transaction. */
export interface AccountHooks {
  /** Runs the hooks before a write, in its transaction. Returns the data that they have made of it. */
  before(connection: Connection, write: AccountWrite): Promise<JsonObject>;
  /** Notes a write, whose hooks run after the commit. */
  written(write: AccountWrite, document: StoredDocument): void;
  /** Runs what follows the commit. */
  committed(): Promise<void>;
}

export interface AccountHooksOptions {
  readonly type: DocumentType;
  readonly environment: DocumentEnvironment;
}

/** Null where users have no hooks that run for a change. */
export function createAccountHooks(
  { type, environment }: AccountHooksOptions,
  context: OperationContext,
): AccountHooks | null {
  const { beforeValidate, beforeChange, afterChange } = type.hooks;
  if (beforeValidate.length + beforeChange.length + afterChange.length === 0) return null;
  const following: (() => Promise<void>)[] = [];
  const call = ({ event, document }: AccountWrite) =>
    ({ event, operation: event, document, draft: false, context }) as const;

  return {
    before: (connection, write) =>
      joinableByCalls({ environment, context, connection }, async (calls) => {
        let { data } = write;
        for (const [name, hooks] of [
          ['beforeValidate', beforeValidate],
          ['beforeChange', beforeChange],
        ] as const) {
          const changed = await runChangingHooks(hooks, {
            ...call(write),
            name: `${name} of ${type.model.name}`,
            data,
          });
          if (changed !== null) data = withoutBuiltIns(changed);
        }
        if (calls !== null) following.push(() => calls.follow(environment));
        return data;
      }),
    written(write, document) {
      const name = `afterChange of ${type.model.name}`;
      const { data, document: previous } = write;
      const change = { ...call(write), name, data, document, previous };
      following.push(() =>
        environment.afterCommit(() => runChangedHooks(afterChange, { call: change, log: environment.log })),
      );
    },
    async committed() {
      for (const step of following) await step();
    },
  };
}
