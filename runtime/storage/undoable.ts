import type { Statements } from './statements.js';

/**
 * Runs work as a step of a transaction: after a failure the transaction continues as if the work had not
 * begun.
 */
export async function undoable<T>(connection: Pick<Statements, 'run'>, work: () => Promise<T>): Promise<T> {
  await connection.run('SAVEPOINT svc_step', []);
  try {
    const result = await work();
    await connection.run('RELEASE SAVEPOINT svc_step', []);
    return result;
  } catch (error) {
    await connection.run('ROLLBACK TO SAVEPOINT svc_step', []);
    // Rolling back to a savepoint keeps it: a thousand failures would nest a thousand levels deep.
    await connection.run('RELEASE SAVEPOINT svc_step', []);
    throw error;
  }
}
