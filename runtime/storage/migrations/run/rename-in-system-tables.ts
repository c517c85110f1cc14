import type { Connection } from '../../driver.js';
import { hasTable } from './present-tables.js';

/**
 * Schedules and scopes of API keys contain the slugs of collections. The tables exist only after a server has
 * run.
 */
export async function renameInSystemTables(
  connection: Connection,
  renamed: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [slug, former] of Object.entries(renamed)) {
    const isGlobal = slug.startsWith('globals.');
    const bare = (name: string): string => name.replace(/^globals\./, '');
    if (await hasTable(connection, '_svc_schedule')) {
      await connection.run(`UPDATE "_svc_schedule" SET "slug" = ? WHERE "slug" = ? AND "kind" = ?`, [
        bare(slug),
        bare(former),
        isGlobal ? 'global' : 'collection',
      ]);
    }
    if (await hasTable(connection, '_svc_api_keys')) await renameScopes(connection, former, slug);
  }
}

/** `posts:read` becomes `articles:read`, `posts.body:update` becomes `articles.body:update`. */
async function renameScopes(connection: Connection, former: string, slug: string): Promise<void> {
  const keys = await connection.all(
    `SELECT "id", "scopes" FROM "_svc_api_keys" WHERE "scopes" IS NOT NULL`,
    [],
  );
  for (const { id, scopes } of keys) {
    const list = JSON.parse(String(scopes)) as unknown;
    if (!Array.isArray(list)) continue;
    const now = (list as readonly unknown[]).map((scope) => {
      const text = String(scope);
      return text.startsWith(`${former}:`) || text.startsWith(`${former}.`)
        ? `${slug}${text.slice(former.length)}`
        : text;
    });
    await connection.run(`UPDATE "_svc_api_keys" SET "scopes" = ? WHERE "id" = ?`, [
      JSON.stringify(now),
      id ?? null,
    ]);
  }
}
