// Writes documents until it is killed or done, and prints the id of each acknowledged one.
// node writing-process.js <database> <count>
import { describeConfig } from '../../dist/runtime/codegen/describe-config.js';
import { createOperations } from '../../dist/runtime/documents/create-operations.js';
import { createSqliteDriver } from '../../dist/runtime/storage/dialects/sqlite/sqlite-driver.js';
import { prepareSchema } from '../../dist/runtime/storage/schema/prepare-schema.js';
import { systemClock } from '../../dist/runtime/util/clock.js';
import { createIdSource } from '../../dist/runtime/util/ids.js';

const [, , path, count] = process.argv;

const config = {
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'tags', type: 'relationship', to: 'posts', hasMany: true },
      ],
    },
  ],
  globals: [{ slug: 'counter', fields: [{ name: 'last', type: 'text' }] }],
};

const contract = describeConfig(config);
const driver = await createSqliteDriver({ path });
await prepareSchema(driver, { contract, mode: 'create' });
const log = { error: console.error };
const operations = createOperations({
  contract,
  config,
  driver,
  clock: systemClock,
  ids: createIdSource(),
  log,
});
const posts = operations.collections.get('posts');
const counter = operations.globals.get('counter');
const validator = { safeParse: (data) => ({ success: true, data }) };
const context = { requestId: 'process', req: {}, access: null };

let before = null;
for (let made = 0; made < Number(count); made += 1) {
  const tags = before === null ? [] : [before];
  const { id } = await posts.write(
    { kind: 'create', data: { title: 'Same title', tags }, validator, isDraft: false },
    context,
  );
  await counter.write(
    { kind: 'update', id: 'global', expected: 'any', data: { last: id }, validator, isDraft: false },
    context,
  );
  before = id;
  process.stdout.write(`${id}\n`);
}
await driver.close();
