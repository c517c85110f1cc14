import { widgetNames } from './check-admin.js';
import { knownRoles } from './check-auth.js';
import { checkDocuments } from './check-documents.js';
import { folderOutlines } from './check-folders.js';
import { checkOverview } from './check-overview.js';
import { checkPreviews } from './check-preview.js';
import { checkReferences } from './check-references.js';
import { checkRoutes } from './check-routes.js';
import { serviceOptions } from './check-service.js';
import { checkTrash } from './check-trash.js';
import { checkUploads, withFileFields } from './check-upload.js';
import { checkUsers } from './check-users.js';
import { checkOptions, isPlainObject, type PlainObject } from './checks.js';
import { outlineDocuments } from './outline.js';
import { type ConfigIssue, createProblems, inside, type Problems, root } from './problem.js';
import { showValue } from './show-value.js';

export type { ConfigIssue, Keys } from './problem.js';

/**
 * Returns all problems of a config, in the order of the config. Without problems it is a `ServiceConfig` that
 * the generator and the server accept. Never throws, whatever the config contains.
 */
export function validateConfig(config: unknown): readonly ConfigIssue[] {
  const problems = createProblems();
  try {
    checkConfig(config, problems);
  } catch (error) {
    // Thrown by a getter or proxy in the config; nothing here throws by itself.
    const reason = error instanceof Error ? error.message : 'something in it throws';
    problems.add(root, `the config could not be read: ${reason}`);
  }
  return problems.all;
}

function checkConfig(config: unknown, problems: Problems): void {
  if (!isPlainObject(config)) {
    problems.add(
      root,
      `the config must be an object, created by defineConfig({ ... }), not ${showValue(config)}`,
    );
    return;
  }
  const { collections, globals } = config;
  const pass = (): void => {};
  const options = { ...serviceOptions, collections: pass, globals: pass, routes: pass };
  checkOptions(config, { options, noun: 'the config' }, root, problems);
  if (isEmpty(collections) && isEmpty(globals)) {
    problems.add(root, 'the config needs collections or globals');
  }
  const check = { problems, count: 0, widgets: widgetNames(config) };
  checkDocuments(collections, 'collection', inside(root, 'collections'), check);
  checkDocuments(globals, 'global', inside(root, 'globals'), check);
  checkPreviews(config, problems);
  const roles = knownRoles(config);
  checkRoutes(config, { roles, problems });
  const place = inside(root, 'collections');
  const outlines = outlineDocuments(collections, place);
  checkUploads(config, outlines, problems);
  const filed = new Map(
    [...outlines.values()]
      .flatMap((outline) => [withFileFields(outline), ...folderOutlines(outline)])
      .map((outline) => [outline.slug, outline]),
  );
  checkTrash(filed, { hasAuth: config['auth'] !== undefined, problems });
  const known = config['auth'] === undefined ? filed : checkUsers(filed, { roles, place, problems });
  checkOverview(config, { collections: known, problems });
  checkReferences({
    collections: known,
    globals: outlineDocuments(globals, inside(root, 'globals')),
    maxLimit: maxLimitOf(config),
    roles,
    problems,
  });
}

function isEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}

function maxLimitOf({ limits }: PlainObject): number {
  const maxLimit = isPlainObject(limits) ? limits['maxLimit'] : undefined;
  return typeof maxLimit === 'number' ? maxLimit : 1000;
}
