// Opens each database file whose path is on a line of its input; prints `opened`, or the reason why it
// failed.
import { createInterface } from 'node:readline';
import { createSqliteDriver } from '../../dist/runtime/storage/dialects/sqlite/sqlite-driver.js';

for await (const path of createInterface({ input: process.stdin })) {
  try {
    const driver = await createSqliteDriver({ path });
    await driver.schemaChange((connection) => connection.run('CREATE TABLE IF NOT EXISTS t (a)', []));
    await driver.close();
    process.stdout.write('opened\n');
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
  }
}
