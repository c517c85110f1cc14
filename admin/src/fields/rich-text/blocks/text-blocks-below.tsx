import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../runtime/util/json.js';
import { valueAt } from '../../../documents/path.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { FieldIssue } from '../../../ui/field-notes.js';
import { inputId, useFieldKey, useFieldValue, useForm, useFormState } from '../../form-context.js';
import { richTextTexts } from '../texts.js';
import { blockNode } from '../tree.js';
import { BlockCard } from './block-card.js';
import type { BlockContextValue } from './block-context.js';
import { shownIn } from './shown-blocks.js';

interface BlocksBelowProps {
  readonly editor: Editor;
  readonly blocks: BlockContextValue;
}

/** Below a text: what is wrong with its blocks as a whole, and those that it does not show. */
export function BlocksBelow({ editor, blocks }: BlocksBelowProps): ReactNode {
  const t = useTexts(richTextTexts);
  const { store, formId } = useForm();
  const { field, path, isClosed } = blocks;
  const key = useFieldKey(path);
  const issue = useFormState(({ errors }) => errors.find((error) => error.key === key)?.message ?? null);
  const rows = rowsOf(useFieldValue(path));
  const shown = new Set(shownIn(editor.state.doc).map(({ id }) => id));
  const others = rows.filter(({ id }) => !shown.has(String(id)));
  const isFixed = isClosed || !editor.isEditable;
  const remove = (id: string): void =>
    store.setValue(
      path,
      rowsOf(valueAt(store.state().values, path)).filter((row) => row['id'] !== id),
    );
  return (
    <div id={inputId(formId, key)} tabIndex={-1}>
      {issue !== null && <FieldIssue inputId={inputId(formId, key)}>{`${field.label}: ${issue}`}</FieldIssue>}
      {others.length > 0 && (
        <section className="rich-blocks-below" aria-label={t.blocksBelow}>
          <p className="field-hint">{t.blocksBelow}</p>
          {others.map((row) => {
            const id = String(row['id']);
            return (
              <BlockCard
                key={id}
                id={id}
                blocks={blocks}
                actions={
                  !isFixed && (
                    <>
                      <Button
                        size="small"
                        onClick={() => {
                          const end = editor.state.doc.content.size;
                          editor
                            .chain()
                            .focus()
                            .insertContentAt(end, { type: blockNode, attrs: { id } })
                            .run();
                        }}
                      >
                        {t.blockInsert}
                      </Button>
                      <Button size="small" variant="ghost" onClick={() => remove(id)}>
                        {t.blockRemove}
                      </Button>
                    </>
                  )
                }
              />
            );
          })}
        </section>
      )}
    </div>
  );
}

function rowsOf(value: JsonValue): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}
