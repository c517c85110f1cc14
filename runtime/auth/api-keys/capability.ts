import { type Capability, hasAuthentication, type SlugChange } from '../../storage/capability.js';
import type { Connection } from '../../storage/driver.js';
import { apiKeyTables } from './key-table.js';

/** API keys; their scopes contain slugs. */
export const apiKeys: Capability = {
  name: 'API keys',
  isUsedBy: hasAuthentication,
  tables: apiKeyTables,
  changeSlug: changeScopes,
};

/** `posts:read` becomes `articles:read`, `posts.body:update` becomes `articles.body:update`. */
async function changeScopes(connection: Connection, { from, to }: SlugChange): Promise<void> {
  const keys = await connection.all(
    `SELECT "id", "scopes" FROM "_svc_api_keys" WHERE "scopes" IS NOT NULL`,
    [],
  );
  for (const { id, scopes } of keys) {
    const list = JSON.parse(String(scopes)) as unknown;
    if (!Array.isArray(list)) continue;
    const now = (list as readonly unknown[]).map((scope) => {
      const text = String(scope);
      return text.startsWith(`${from}:`) || text.startsWith(`${from}.`)
        ? `${to}${text.slice(from.length)}`
        : text;
    });
    await connection.run(`UPDATE "_svc_api_keys" SET "scopes" = ? WHERE "id" = ?`, [
      JSON.stringify(now),
      id ?? null,
    ]);
  }
}
