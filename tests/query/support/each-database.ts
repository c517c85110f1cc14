/** Suites of queries whose results must be equal on both databases. */
import { afterAll, describe } from 'vitest';
import type { ContractDescriptor } from '../../../runtime/codegen/descriptors.js';
import { describePostgres } from '../../support/services.js';
import { openContentDatabase } from './content-database.js';
import { openPostgresContent, type PostgresContent } from './postgres-content.js';

/** An empty database with the tables of a contract. */
export type TestContent = Pick<PostgresContent, 'insert' | 'insertDrafts' | 'list' | 'run'>;

/** Runs a suite on SQLite, and on PostgreSQL if a server is available. */
export function describeEachDatabase(
  name: string,
  suite: (open: (contract: ContractDescriptor) => Promise<TestContent>) => void,
): void {
  describe(`${name} on SQLite`, () => suite(async (contract) => sqliteContent(contract)));
  describePostgres(`${name} on PostgreSQL`, (fresh) => {
    const opened: PostgresContent[] = [];
    afterAll(async () => void (await Promise.all(opened.map((content) => content.close()))));
    suite(async (contract) => {
      const content = await openPostgresContent(contract, await fresh());
      opened.push(content);
      return content;
    });
  });
}

function sqliteContent(contract: ContractDescriptor): TestContent {
  const database = openContentDatabase(contract);
  return {
    async insert(slug, documents) {
      for (const document of documents) database.insert(slug, document);
    },
    async insertDrafts(slug, documents, isLive) {
      for (const document of documents) database.insertDraft(slug, document, isLive);
    },
    list: async (slug, parameters) => database.list(slug, parameters),
    run: async (plan) => database.run(plan),
  };
}
