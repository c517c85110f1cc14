/** Checks what `admin.preview` of a collection needs elsewhere in the config. */
import { isPlainObject, type PlainObject } from './checks.js';
import { inside, named, type Problems, root } from './problem.js';

/** A preview shows drafts, on pages of known origins, from the dashboard. */
export function checkPreviews(config: PlainObject, problems: Problems): void {
  const { collections, admin } = config;
  if (!Array.isArray(collections)) return;
  const origins = isPlainObject(admin) ? admin['previewOrigins'] : undefined;
  const hasOrigins = origins !== undefined && !(Array.isArray(origins) && origins.length === 0);
  for (const [position, collection] of Array.from<unknown>(collections).entries()) {
    if (!isPlainObject(collection) || !isPlainObject(collection['admin'])) continue;
    if (typeof collection['admin']['preview'] !== 'function') continue;
    const slug = typeof collection['slug'] === 'string' ? collection['slug'] : null;
    const own = named(inside(root, 'collections'), position, slug || null, null);
    const place = inside(inside(own, 'admin'), 'preview');
    if (collection['drafts'] === false) {
      problems.add(place, 'must not be given: the collection has no drafts, which a preview shows');
    }
    if (admin === false) {
      problems.add(place, 'must not be given: `admin: false` turns off the dashboard, which opens it');
    } else if (!hasOrigins) {
      problems.add(
        place,
        'needs the origin of its pages in admin.previewOrigins, such as ["https://www.example.com"]',
      );
    }
  }
}
