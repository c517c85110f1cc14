import type { ReactNode } from 'react';
import { useMeta } from '../api/meta-context.js';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Menu, MenuLink } from '../ui/menu.js';
import { creatableCollections } from './creatable-collections.js';
import { documentIcon } from './document-icon.js';
import { paths } from './paths.js';
import { appTexts } from './texts.js';

/** Creates a document of any collection, from every screen. */
export function NewMenu(): ReactNode {
  const t = useTexts(appTexts);
  const collections = creatableCollections(useMeta());
  if (collections.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button icon="add" variant="ghost">
          {t.new}
        </Button>
      }
    >
      {collections.map((collection) => (
        <MenuLink
          key={collection.slug}
          to={paths.newDocument(collection.slug)}
          icon={documentIcon(collection)}
        >
          {collection.labels.singular}
        </MenuLink>
      ))}
    </Menu>
  );
}
