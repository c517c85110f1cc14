import type { AdminLink, AdminPage } from '../../../../runtime/extension/extension-types.js';
import { useMeta } from '../../api/meta-context.js';
import { documentIcon } from '../document-icon.js';
import type { NavigationEntry } from '../navigation-entries.js';
import { paths } from '../paths.js';
import { useIsShown, useOwnText } from './shown.js';
import { useExtension } from './store.js';

/** An entry of an extension, and the heading under which it is. */
export interface OwnEntry extends NavigationEntry {
  readonly group: string | null;
}

/** The entries that the requester sees: pages, then links. */
export function useOwnNavigation(): readonly OwnEntry[] {
  const { pages = [], navigation = [] } = useExtension();
  const { collections } = useMeta();
  const isShown = useIsShown();
  const text = useOwnText();
  const ofPage = ({ path, title, icon = 'document', group }: AdminPage): OwnEntry => ({
    ...{ label: text(title), to: paths.own(path), icon },
    group: group === undefined ? null : text(group),
  });
  const ofLink = (link: AdminLink): readonly OwnEntry[] => {
    const { label, group, icon } = link;
    const shown = { label: text(label), group: group === undefined ? null : text(group) };
    if (link.page !== undefined) return [{ ...shown, to: paths.own(link.page), icon: icon ?? 'document' }];
    if (link.href !== undefined) {
      // A link that runs code would have the rights of the user.
      if (!/^https:\/\//i.test(link.href)) return [];
      return [{ ...shown, to: link.href, isOutside: true, icon: icon ?? 'external' }];
    }
    const meta = collections.find(({ slug }) => slug === link.collection);
    if (meta === undefined || meta.can.read === false) return [];
    const to =
      link.where === undefined ? paths.collection(meta.slug) : paths.collectionWhere(meta.slug, link.where);
    return [{ ...shown, to, icon: icon ?? documentIcon(meta) }];
  };
  return [
    ...pages.filter(isShown).filter(isListed).map(ofPage),
    ...navigation.filter(isShown).flatMap(ofLink),
  ];
}

/** A page with variable parts has no address of its own. */
function isListed({ path, navigation }: AdminPage): boolean {
  return navigation !== false && !path.includes(':');
}
