import { type ReactNode, useMemo } from 'react';
import type {
  DocumentForm,
  DocumentName,
  WidgetProps as OwnProps,
} from '../../../runtime/extension/extension-types.js';
import type { JsonValue } from '../../../runtime/util/json.js';
import { DocumentFormContext } from '../app/extension/document-form.js';
import { drawn, Piece } from '../app/extension/piece.js';
import { useExtensionState } from '../app/extension/store.js';
import { isDirty } from '../documents/form-store.js';
import { useTexts } from '../i18n/language.js';
import { Notice, Skeleton } from '../ui/states.js';
import { FieldFrame } from './field-frame.js';
import { type FieldHandle, useField, useForm, useFormState } from './form-context.js';
import { JsonWidget } from './json-widget.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** A field that is drawn by a component of the project's extension. */
export function ExtensionWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const state = useExtensionState();
  const handle = useField(field, path);
  const name = field.widget ?? '';
  if (state.is === 'none' || state.is === 'loading') {
    return (
      <FieldFrame field={field} handle={handle} isGroup>
        <Skeleton height="2.25rem" />
      </FieldFrame>
    );
  }
  const widgets = state.is === 'ready' ? (state.extension.widgets ?? {}) : {};
  const own = Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  const failed = (reason: string): ReactNode => (
    <>
      <Notice kind="warning">{t.widgetFailed(name, reason)}</Notice>
      <JsonWidget field={field} path={path} />
    </>
  );
  if (own === undefined) return failed(state.is === 'failed' ? state.reason : t.widgetUnknown);
  const Own = drawn(own as (props: OwnProps) => unknown);
  return (
    <Piece name={field.label} failed={failed(t.widgetBroken)}>
      <FieldFrame field={field} handle={handle} isGroup>
        <InForm>
          <Own {...propsOf(handle)} field={field} />
        </InForm>
      </FieldFrame>
    </Piece>
  );
}

function propsOf(handle: FieldHandle): Omit<OwnProps, 'field'> {
  const { value, setValue, disabled, error, labelId, describedBy } = handle;
  return {
    ...{ value, onChange: setValue, readOnly: disabled, labelId, describedBy },
    issues: error === null ? [] : [error],
  };
}

/** Provides the form to `useDocument`. */
function InForm({ children }: { readonly children: ReactNode }): ReactNode {
  const { store, closed, kind, slug, documentId } = useForm();
  const state = useFormState((now) => now);
  const form = useMemo(
    (): DocumentForm<DocumentName> => ({
      name: kind === 'global' ? `globals.${slug}` : slug,
      id: documentId,
      value: state.values,
      saved: state.base,
      dirty: isDirty(state),
      readOnly: closed !== null,
      set: (field, value) => store.setValue([field], value as JsonValue),
    }),
    [store, closed, slug, documentId, state, kind],
  );
  return <DocumentFormContext value={form}>{children}</DocumentFormContext>;
}
