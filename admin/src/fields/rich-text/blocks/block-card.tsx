import { type ReactNode, useRef } from 'react';
import { valueAt } from '../../../documents/path.js';
import { useTexts } from '../../../i18n/language.js';
import { IconButton } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { Icon } from '../../../ui/icon.js';
import { inputId, useErrorBelow, useFieldKey, useForm, useFormState } from '../../form-context.js';
import { useRevealed } from '../../layout/reveal.js';
import { signOf } from '../../rows/block-sign.js';
import { rowSummary } from '../../rows/row-summary.js';
import { useRowLabel } from '../../rows/use-row-label.js';
import { richTextTexts } from '../texts.js';
import { type BlockContextValue, type PlacedRow, useRow } from './block-context.js';

interface BlockCardProps {
  readonly id: string;
  readonly blocks: BlockContextValue;
  /** After the button that opens it. */
  readonly actions?: ReactNode;
}

/** A block between the blocks of a text: its kind, its title and its next texts. */
export function BlockCard({ id, blocks, actions }: BlockCardProps): ReactNode {
  const t = useTexts(richTextTexts);
  const row = useRow(blocks.path, id);
  if (row === null) {
    return (
      <div className="rich-block">
        <Icon name="alert" /> <span className="rich-block-text">{t.blockGone}</span>
        {actions}
      </div>
    );
  }
  return <Card id={id} blocks={blocks} row={row} actions={actions} />;
}

function Card({ id, blocks, row, actions }: BlockCardProps & { readonly row: PlacedRow }): ReactNode {
  const t = useTexts(richTextTexts);
  const { formId } = useForm();
  const { field, isClosed, onOpen } = blocks;
  const { path, blockType } = row;
  const kind = field.blocks?.find(({ slug }) => slug === blockType);
  const key = useFieldKey(path);
  const ownError = useFormState(({ errors }) => errors.find((error) => error.key === key)?.message);
  const hasFault = useErrorBelow(path) || ownError !== undefined;
  const title = useRowLabel(field, blockType, path);
  const summary = useFormState(({ values }) => rowSummary(field, valueAt(values, path)));
  const card = useRef<HTMLDivElement>(null);
  useRevealed(card, () => onOpen(id));
  const label = kind?.label ?? blockType;
  const name = [label, title].filter(Boolean).join(' · ');
  return (
    <div
      ref={card}
      className={classNames('rich-block', hasFault && 'rich-block-invalid')}
      id={inputId(formId, key)}
      data-drag-handle
    >
      <span className="block-sign">{kind !== undefined && <Icon name={signOf(kind)} />}</span>
      <span className="rich-block-text">
        <span className="rich-block-kind">{label}</span>
        <span className="rich-block-title">{title}</span>
        {summary !== '' && <span className="rich-block-summary">{summary}</span>}
        {hasFault && (
          <span className="field-error">
            <Icon name="alert" />
            <span>{ownError ?? t.blockFaults}</span>
          </span>
        )}
      </span>
      <IconButton
        icon={isClosed ? 'eye' : 'edit'}
        size="small"
        label={isClosed ? t.blockShow(name) : t.blockEdit(name)}
        onClick={() => onOpen(id)}
      />
      {actions}
    </div>
  );
}
