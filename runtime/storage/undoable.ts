import type { Connection } from './driver.js';

/** Work inside a transaction: after a failure the transaction goes on as if the work had not begun. */
export async function undoable<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.run('SAVEPOINT svc_step', []);
  try {
    const result = await work();
    await connection.run('RELEASE SAVEPOINT svc_step', []);
    return result;
  } catch (error) {
    await connection.run('ROLLBACK TO SAVEPOINT svc_step', []);
    throw error;
  }
}
