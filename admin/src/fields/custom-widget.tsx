import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../runtime/util/json.js';
import { useMeta } from '../api/meta-context.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { Notice } from '../ui/states.js';
import { ExtensionWidget } from './extension-widget.js';
import { FieldFrame } from './field-frame.js';
import { useField } from './form-context.js';
import { JsonWidget } from './json-widget.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** Parameters of a widget module's `mount`; docs/admin.md describes them for authors of widgets. */
interface MountOptions {
  readonly value: JsonValue;
  readonly onChange: (value: JsonValue) => void;
  readonly field: AdminFieldMeta;
  readonly disabled: boolean;
  readonly language: string;
}

/** The result of `mount`. */
interface Mounted {
  update?(options: MountOptions): void;
  unmount?(): void;
}

interface WidgetModule {
  mount(element: HTMLElement, options: MountOptions): Mounted | undefined;
}

/** A field rendered by the project: by a module of the branding, else by a component of the extension. */
export function CustomWidget(props: WidgetProps): ReactNode {
  const { branding } = useMeta();
  const isModule = Object.hasOwn(branding.widgets, props.field.widget ?? '');
  return isModule || branding.extension === undefined ? (
    <ModuleWidget {...props} />
  ) : (
    <ExtensionWidget {...props} />
  );
}

/** Its module has `export function mount(element, { value, onChange, field, disabled })`. */
function ModuleWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { name: language } = useLanguage();
  const url = useMeta().branding.widgets[field.widget ?? ''];
  const handle = useField(field, path);
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<Mounted>({});
  const [issue, setIssue] = useState<string | null>(null);
  const options: MountOptions = {
    value: handle.value,
    onChange: (value) => latest.current.setValue(value),
    ...{ field, language, disabled: handle.disabled },
  };
  const latest = useRef(handle);
  latest.current = handle;
  const newest = useRef(options);
  newest.current = options;

  useEffect(() => {
    let isGone = false;
    const mount = async (): Promise<void> => {
      const module = await load(url);
      const element = place.current;
      if (isGone || element === null) return;
      mounted.current = module.mount(element, newest.current) ?? {};
    };
    mount().catch((error: unknown) => setIssue(error instanceof Error ? error.message : String(error)));
    return () => {
      isGone = true;
      mounted.current.unmount?.();
      mounted.current = {};
    };
  }, [url]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the module is notified of these changes only.
  useEffect(() => mounted.current.update?.(newest.current), [handle.value, handle.disabled, language]);

  if (issue !== null) {
    return (
      <>
        <Notice kind="warning">{t.widgetFailed(field.widget ?? '', issue)}</Notice>
        <JsonWidget field={field} path={path} />
      </>
    );
  }
  return (
    <FieldFrame field={field} handle={handle} isGroup>
      <div ref={place} className="custom-widget" />
    </FieldFrame>
  );
}

async function load(url: string | undefined): Promise<WidgetModule> {
  if (url === undefined) throw new Error('The branding has no widget of this name.');
  const address = new URL(url, document.baseURI);
  // The Content-Security-Policy forbids it too; this gives a clear message.
  if (address.origin !== location.origin) throw new Error(`${url} is not of this origin.`);
  const module: unknown = await import(/* @vite-ignore */ address.href);
  if (!isWidgetModule(module)) throw new Error(`${url} has no function "mount".`);
  return module;
}

function isWidgetModule(module: unknown): module is WidgetModule {
  return typeof (module as { readonly mount?: unknown }).mount === 'function';
}
