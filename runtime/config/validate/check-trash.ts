/** Checks what depends on the trash of collections: docs/spec/content-tools.md#trash. */
import { isRelationType } from '../../fields/relation.js';
import { usersSlug } from '../built-in-users.js';
import { isPlainObject } from './checks.js';
import { isVirtual, type Outline, type OutlineField } from './outline.js';
import { inside, type Problems } from './problem.js';
import { quoted } from './show-value.js';

/** Checks the collections of a config. */
export function checkTrash(
  collections: ReadonlyMap<string, Outline>,
  { hasAuth, problems }: { readonly hasAuth: boolean; readonly problems: Problems },
): void {
  for (const outline of collections.values()) {
    const { slug, config, place } = outline;
    if (hasAuth && slug === usersSlug && hasTrash(outline)) {
      problems.add(inside(place, 'trash'), 'must not be on: deleted users leave nothing behind');
    }
    const { access } = config;
    if (hasTrash(outline)) continue;
    if (isPlainObject(access) && access['purge'] !== undefined) {
      const at = inside(inside(place, 'access'), 'purge');
      problems.add(at, 'has no effect without "trash": every deletion is for good');
    }
    for (const field of outline.fields.values()) checkCascade(field, { collections, problems });
  }
}

function hasTrash({ config: { trash } }: Outline): boolean {
  return trash !== undefined && trash !== false;
}

/** What is deleted along with a document in the trash must be able to return with it. */
function checkCascade(
  { type, config, inRows, place }: OutlineField,
  {
    collections,
    problems,
  }: { readonly collections: ReadonlyMap<string, Outline>; readonly problems: Problems },
): void {
  if (!isRelationType(type) || inRows || isVirtual(config) || config['onDelete'] !== 'cascade') return;
  const { to } = config;
  const targets = (Array.isArray(to) ? (to as readonly unknown[]) : [to]).flatMap((slug) => {
    const target = typeof slug === 'string' ? collections.get(slug) : undefined;
    return target !== undefined && hasTrash(target) ? [target.slug] : [];
  });
  const [first] = targets;
  if (first === undefined) return;
  const way = 'give this collection a trash, too, or choose "set null" or "restrict"';
  problems.add(
    inside(place, 'onDelete'),
    `cannot be "cascade" to ${quoted(first)}, which has a trash: ${way}`,
  );
}
