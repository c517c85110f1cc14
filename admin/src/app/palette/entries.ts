import type { AdminMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Highlight } from '../../api/highlights.js';
import type { Translated } from '../../i18n/catalogue.js';
import type { IconName } from '../../ui/icon.js';
import { creatableCollections } from '../creatable-collections.js';
import type { OwnEntry } from '../extension/own-navigation.js';
import { navigationGroups } from '../navigation-entries.js';
import { paths } from '../paths.js';
import type { en as appEn } from '../texts.en.js';
import type { en } from './texts.en.js';

/** Something that can be opened. */
export interface PaletteEntry {
  readonly to: string;
  readonly label: string;
  /** What it belongs to. */
  readonly note?: string;
  readonly icon: IconName;
  /** Where the searched words were found, besides the label. */
  readonly found?: { readonly field: string; readonly piece: Highlight };
}

/** Returns the documents that the requester may create. */
export function actionEntries(meta: AdminMeta, t: Translated<typeof en>): readonly PaletteEntry[] {
  return creatableCollections(meta).map(({ slug, labels }) => ({
    ...{ to: paths.newDocument(slug), label: t.create(labels.singular), icon: 'add' },
  }));
}

/**
 * Returns the screens that the requester may open: those of the navigation, the trashes, their own account.
 */
export function screenEntries(
  meta: AdminMeta,
  t: Translated<typeof en>,
  words: Translated<typeof appEn>,
  pages: readonly OwnEntry[] = [],
): readonly PaletteEntry[] {
  const inside = pages.filter(({ isOutside }) => isOutside !== true);
  const navigation = navigationGroups(meta, words, inside).flatMap(({ label, entries }) =>
    entries.map((entry) => ({ ...entry, ...(label !== null && { note: label }) })),
  );
  const trashes = meta.collections
    .filter(({ trash, can }) => trash !== undefined && can.delete !== false)
    .map(({ slug, labels }) => ({
      ...{ to: paths.trash(slug), label: t.trash(labels.plural), icon: 'trash' as const },
    }));
  const own: readonly PaletteEntry[] =
    meta.auth === null
      ? []
      : [
          { to: paths.profile, label: words.profile, icon: 'user' },
          { to: paths.sessions, label: words.sessions, icon: 'lock' },
        ];
  return [...navigation, ...trashes, ...own];
}

/** Returns the entries that contain every word of a text. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, note = '' }) => {
    const said = folded(`${label} ${note}`);
    return words.every((word) => said.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
