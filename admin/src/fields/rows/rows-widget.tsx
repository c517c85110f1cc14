import { type ReactNode, useRef, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { copiedRow, newRow, rowFields } from '../../documents/form-values.js';
import { valueAt } from '../../documents/path.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { useNotifier } from '../../ui/toast.js';
import { FieldFrame } from '../field-frame.js';
import { useField, useFieldKey, useForm, useFormState } from '../form-context.js';
import type { WidgetProps } from '../widget.js';
import { AddRow } from './add-row.js';
import { BlockDrawer } from './block-drawer.js';
import { focusRow } from './focus-row.js';
import { foldedRows, rememberFolded } from './folded-rows.js';
import { RowList } from './row-list.js';
import { RowView } from './row-view.js';
import { rowTexts } from './texts.js';
import { useRowClipboard } from './use-row-clipboard.js';
import { useRowPictures } from './use-row-pictures.js';
import './rows.css';

/** `array`: rows of the same fields. */
export function ArrayWidget(props: WidgetProps): ReactNode {
  return <RowsWidget {...props} />;
}

/** `blocks`: rows of several kinds. */
export function BlocksWidget(props: WidgetProps): ReactNode {
  return <RowsWidget {...props} />;
}

function RowsWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(rowTexts);
  const { store, slug, documentId } = useForm();
  const { announce, notify } = useNotifier();
  const handle = useField(field, path);
  const place = useRef<HTMLDivElement>(null);
  // The list is rendered again when a row is added, removed or moved; typing renders only the input itself.
  const ids = useRowIds(path);
  const list = useFieldKey(path);
  const remembered = documentId === null ? null : `${slug}/${documentId}/${list}`;
  const [folded, setFolded] = useState(() => foldedRows(remembered, ids));
  const fold = (next: ReadonlySet<string>): void => {
    setFolded(next);
    rememberFolded(remembered, next);
  };
  const pictureOf = useRowPictures(field, path, folded.size > 0);
  const clipboard = useRowClipboard(field);
  // Where a block is inserted, while its kind is chosen.
  const [addingAt, setAddingAt] = useState<number | null>(null);

  const rows = (): readonly JsonValue[] => {
    const value = valueAt(store.state().values, path);
    return Array.isArray(value) ? value : [];
  };
  const insert = (row: JsonObject, index: number, target: 'input' | 'head'): void => {
    const next = [...rows()];
    next.splice(index, 0, row);
    handle.setValue(next);
    announce(t.added(index + 1, next.length));
    focusRow(place.current, String(row['id']), target);
  };
  const actions = {
    add: (blockType: string | undefined, index = rows().length) =>
      insert(newRow(fieldsOf(field, blockType), blockType), index, 'input'),
    insertAt: (index: number) => {
      const [first, ...others] = field.blocks ?? [];
      if (others.length === 0) actions.add(first?.slug, index);
      else setAddingAt(index);
    },
    copy: (index: number) => {
      const row = rows()[index];
      if (isJsonObject(row)) clipboard.copy(row);
    },
    pasteAt: (index: number) => clipboard.paste((row) => insert(row, index, 'head')),
    duplicate: (index: number) => {
      const row = rows()[index];
      if (isJsonObject(row)) insert(copiedRow(rowFields(field, row), row), index + 1, 'head');
    },
    remove: (index: number) => {
      const before = rows();
      const next = before.filter((_, at) => at !== index);
      const neighbour = next[Math.min(index, next.length - 1)];
      handle.setValue(next);
      focusRow(place.current, isJsonObject(neighbour) ? String(neighbour['id']) : null, 'head');
      notify({
        kind: 'info',
        text: t.removed(index + 1),
        action: { label: t.undo, onSelect: () => putBack(before[index], index) },
      });
    },
    move: (from: number, to: number) => {
      const next = [...rows()];
      const [row] = next.splice(from, 1);
      if (row === undefined || to < 0 || to > next.length) return;
      next.splice(to, 0, row);
      handle.setValue(next);
      announce(t.moved(to + 1, next.length));
    },
  };
  const putBack = (row: JsonValue | undefined, index: number): void => {
    if (isJsonObject(row)) insert(row, index, 'head');
  };
  const toggle = (id: string): void =>
    fold(new Set(folded.has(id) ? [...folded].filter((each) => each !== id) : [...folded, id]));
  const isFull = ids.length >= (field.maxRows ?? Infinity);
  const allFolded = ids.every((id) => folded.has(id));
  return (
    <FieldFrame
      field={field}
      handle={handle}
      isGroup
      aside={
        ids.length > 1 ? (
          <Button
            variant="ghost"
            size="small"
            aria-label={(allFolded ? t.unfoldAllOf : t.foldAllOf)(field.label)}
            onClick={() => fold(new Set(allFolded ? [] : ids))}
          >
            {allFolded ? t.unfoldAll : t.foldAll}
          </Button>
        ) : undefined
      }
    >
      <div className="rows" ref={place}>
        {ids.length === 0 && <p className="rows-none">{t.none}</p>}
        <RowList ids={ids} isFixed={handle.disabled} onMove={actions.move}>
          {ids.map((id, index) => (
            <RowView
              key={id}
              id={id}
              field={field}
              path={[...path, index]}
              place={{ index, count: ids.length }}
              isFolded={folded.has(id)}
              picture={pictureOf(id)}
              isFixed={handle.disabled}
              isFull={isFull}
              onToggle={() => toggle(id)}
              actions={actions}
            />
          ))}
        </RowList>
        {!handle.disabled && (
          <AddRow
            field={field}
            isFull={isFull}
            onAdd={() => actions.insertAt(rows().length)}
            onPaste={() => actions.pasteAt(rows().length)}
          />
        )}
        {addingAt !== null && (
          <BlockDrawer
            field={field}
            onClose={() => setAddingAt(null)}
            onChoose={(blockType) => {
              setAddingAt(null);
              actions.add(blockType, addingAt);
            }}
          />
        )}
      </div>
    </FieldFrame>
  );
}

function useRowIds(path: WidgetProps['path']): readonly string[] {
  // A string, so that the selected state stays the same until a row is added, removed or moved.
  const ids = useFormState(({ values }) => {
    const rows = valueAt(values, path);
    return JSON.stringify(
      Array.isArray(rows) ? rows.map((row: JsonValue, index) => (isJsonObject(row) ? row['id'] : index)) : [],
    );
  });
  return (JSON.parse(ids) as readonly unknown[]).map(String);
}

function fieldsOf(field: AdminFieldMeta, blockType: string | undefined): readonly AdminFieldMeta[] {
  return rowFields(field, blockType === undefined ? null : { blockType });
}
