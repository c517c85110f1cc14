import type { AdminMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Translated } from '../i18n/catalogue.js';
import type { IconName } from '../ui/icon.js';
import { documentIcon } from './document-icon.js';
import { paths } from './paths.js';
import type { en } from './texts.en.js';

export interface NavigationEntry {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  /** `to` is the address of another website. */
  readonly isOutside?: true;
}

export interface NavigationGroup {
  readonly id: string;
  /** Null for the entries at the top. */
  readonly label: string | null;
  readonly entries: readonly NavigationEntry[];
}

/**
 * A heading, the heading to use if a group of the config has the same name, and the name in every language.
 * Two equal headings cannot be told apart.
 */
type Headings = readonly [label: string, otherLabel: string, names: readonly string[]];

const contentNames = ['content', 'inhalte'];
const globalsNames = ['site-wide', 'globals', 'einzelseiten'];
const moreNames = ['more', 'weiteres'];

/** Entries of the project's extension: `group` is the text of a heading. */
type OwnEntries = readonly (NavigationEntry & { readonly group: string | null })[];

/**
 * Returns the entries of the navigation: only what the requester may open, by the groups of the config. Own
 * entries of the project join the group of their heading.
 */
export function navigationGroups(
  meta: AdminMeta,
  t: Translated<typeof en>,
  own: OwnEntries = [],
): readonly NavigationGroup[] {
  const { collections, globals, auth } = meta;
  const grouped = new Map<string, { readonly label: string; readonly entries: NavigationEntry[] }>();
  const named = new Set([...collections, ...globals, ...own].map(({ group }) => group?.toLowerCase()));
  /** Entries without a group get a heading of their own, even if the config has a group of that name. */
  const put = (
    group: string | undefined,
    [label, otherLabel, names]: Headings,
    entry: NavigationEntry,
  ): void => {
    const id = group === undefined ? `none ${label}` : `group ${group}`;
    const found = grouped.get(id) ?? {
      label: group ?? (names.some((name) => named.has(name)) ? otherLabel : label),
      entries: [],
    };
    found.entries.push(entry);
    grouped.set(id, found);
  };
  for (const collection of collections) {
    const { slug, labels, group, can, foldersOf } = collection;
    // Users have screens of their own. Folders are shown with their files.
    if (can.read === false || (slug === 'users' && auth) || foldersOf !== undefined) continue;
    put(group, [t.content, t.otherContent, contentNames], {
      label: labels.plural,
      to: paths.collection(slug),
      icon: documentIcon(collection),
    });
  }
  for (const global of globals) {
    const { slug, label, group, can } = global;
    if (can.read === false || (slug === 'system' && auth)) continue;
    put(group, [t.globals, t.otherGlobals, globalsNames], {
      label,
      to: paths.global(slug),
      icon: documentIcon(global),
    });
  }
  for (const { group, ...entry } of own) {
    put(group ?? undefined, [t.more, t.otherMore, moreNames], entry);
  }
  const groups = [...grouped].map(([id, group]) => ({ id, ...group }));
  const administration = administrationEntries(auth, t);
  return [
    { id: 'top', label: null, entries: topEntries(meta, t) },
    ...groups,
    ...(administration.length > 0
      ? [{ id: 'administration', label: t.administration, entries: administration }]
      : []),
  ];
}

function topEntries(
  { collections, globals }: AdminMeta,
  t: Translated<typeof en>,
): readonly NavigationEntry[] {
  const hasDrafts = [...collections, ...globals].some(
    ({ drafts, readDrafts, can }) => drafts && readDrafts && can.read !== false,
  );
  return [
    { label: t.dashboard, to: paths.dashboard, icon: 'home' },
    ...(hasDrafts ? [{ label: t.schedule, to: paths.schedule, icon: 'calendar' as const }] : []),
  ];
}

function administrationEntries(
  auth: AdminMeta['auth'],
  t: Translated<typeof en>,
): readonly NavigationEntry[] {
  if (auth === null) return [];
  const { can } = auth;
  const all: readonly (NavigationEntry & { readonly isShown: boolean })[] = [
    { isShown: can.manageUsers, label: t.users, to: paths.users, icon: 'users' },
    { isShown: can.manageUsers, label: t.rights, to: paths.rights, icon: 'shield' },
    { isShown: can.invite && auth.invites, label: t.invites, to: paths.invites, icon: 'mail' },
    { isShown: can.manageApiKeys, label: t.apiKeys, to: paths.apiKeys, icon: 'key' },
    { isShown: can.readAuditLog, label: t.auditLog, to: paths.auditLog, icon: 'history' },
    { isShown: can.readSettings, label: t.settings, to: paths.systemSettings, icon: 'settings' },
  ];
  return all.filter(({ isShown }) => isShown).map(({ label, to, icon }) => ({ label, to, icon }));
}
