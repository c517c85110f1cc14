import { type ReactNode, useId, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../i18n/language.js';
import { Drawer } from '../../ui/drawer.js';
import { Icon } from '../../ui/icon.js';
import { SearchInput } from '../../ui/inputs.js';
import { type Block, signOf } from './block-sign.js';
import { rowTexts } from './texts.js';

interface BlockDrawerProps {
  readonly field: AdminFieldMeta;
  readonly onClose: () => void;
  readonly onChoose: (blockType: string) => void;
}

/** With more kinds than this a search helps. */
const maxWithoutSearch = 7;

/** The kinds of blocks, each with an icon, and its description or the names of its fields. */
export function BlockDrawer({ field, onClose, onChoose }: BlockDrawerProps): ReactNode {
  const t = useTexts(rowTexts);
  const id = useId();
  const [search, setSearch] = useState('');
  const { blocks = [], label } = field;
  const sought = search.trim().toLocaleLowerCase();
  const found = blocks.filter(({ label: name, description = '' }) =>
    `${name} ${description}`.toLocaleLowerCase().includes(sought),
  );
  return (
    <Drawer title={t.addBlock(label)} onClose={onClose}>
      {blocks.length > maxWithoutSearch && (
        <SearchInput
          aria-label={t.searchBlocks}
          placeholder={t.searchBlocks}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul className="block-kinds">
        {found.map((block) => (
          <li key={block.slug} className="block-kind">
            <span className="block-sign">
              <Icon name={signOf(block)} />
            </span>
            {/* It covers the whole entry. */}
            <button
              type="button"
              className="block-name"
              aria-describedby={`${id}-${block.slug}`}
              onClick={() => onChoose(block.slug)}
            >
              {block.label}
            </button>
            <span className="block-fields" id={`${id}-${block.slug}`}>
              {block.description ?? fieldNames(block)}
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="rows-none">{t.noBlock(search)}</p>}
    </Drawer>
  );
}

function fieldNames({ fields }: Block): string {
  return fields
    .filter(({ hidden }) => hidden !== true)
    .map(({ label }) => label)
    .join(', ');
}
