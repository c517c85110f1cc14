import { describeConfig } from '../../codegen/describe-config.js';
import type { DatabaseConfig } from '../../config/database-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { databaseAt } from '../../storage/dialects/index.js';
import { openDatabase } from '../../storage/dialects/open-database.js';
import { countEntries, searchIndexes } from '../../storage/search/search-tables.js';
import { countText } from '../text/count-text.js';
import { broken, type Finding, fine } from './finding.js';

/**
 * Checks whether search indexes have as many entries as there are documents. Changes nothing. No finding
 * where nothing is searched, or the database cannot be opened, which has a finding of its own.
 */
export async function checkSearch(
  config: ServiceConfig,
  database: DatabaseConfig,
): Promise<readonly Finding[]> {
  const contract = describeConfig(config);
  const content = databaseAt(database);
  if (searchIndexes(contract).length === 0 || content.isInMemory || content.isMissing()) return [];
  let driver: Awaited<ReturnType<typeof openDatabase>>;
  try {
    driver = await openDatabase(database);
  } catch {
    return [];
  }
  try {
    const counts = await countEntries(driver, contract);
    if (counts === null || counts.length === 0) return [fine('search', 'the first start builds the indexes')];
    const unbuilt = counts.filter(({ isBuilt }) => !isBuilt);
    if (unbuilt.length > 0) {
      const slugs = [...new Set(unbuilt.map(({ collection }) => collection.slug))].join(', ');
      return [fine('search', `the next start builds the indexes of ${slugs}`)];
    }
    const wrong = counts.filter(({ entries, documents }) => entries !== documents);
    if (wrong.length === 0) {
      const total = counts.reduce((sum, { documents }) => sum + documents, 0);
      return [fine('search', `${countText(total, 'document')} in the indexes`)];
    }
    return wrong.map(({ collection: { slug, table }, entries, documents }) =>
      broken(
        'search',
        `the index of ${table} has ${countText(entries, 'row')} for ${countText(documents, 'document')}`,
        `run \`svc search rebuild --collection ${slug}\``,
      ),
    );
  } finally {
    await driver.close();
  }
}
