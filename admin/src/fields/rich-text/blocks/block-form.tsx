import type { ReactNode } from 'react';
import { rowFields, rowLayout } from '../../../documents/form-values.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Drawer } from '../../../ui/drawer.js';
import { FieldList } from '../../field-view.js';
import { DeeperHeadings } from '../../group-heading.js';
import { richTextTexts } from '../texts.js';
import { type BlockContextValue, useRow } from './block-context.js';

interface BlockFormProps {
  readonly id: string;
  readonly blocks: BlockContextValue;
  readonly onClose: () => void;
}

/** The fields of a block, beside the text. They are saved with the form that the text is in. */
export function BlockForm({ id, blocks, onClose }: BlockFormProps): ReactNode {
  const t = useTexts(richTextTexts);
  const { field, path } = blocks;
  const row = useRow(path, id);
  if (row === null) return null;
  const { blockType } = row;
  const label = field.blocks?.find(({ slug }) => slug === blockType)?.label ?? blockType;
  return (
    <Drawer
      size="wide"
      title={label}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t.blockDone}
        </Button>
      }
    >
      <DeeperHeadings>
        <FieldList
          fields={rowFields(field, { blockType })}
          layout={rowLayout(field, blockType)}
          path={row.path}
        />
      </DeeperHeadings>
    </Drawer>
  );
}
