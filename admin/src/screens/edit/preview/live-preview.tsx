import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DocumentSource } from '../../../documents/document-source.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import type { EditorHandle } from '../use-editor.js';
import { previewTexts } from './texts.js';
import './preview.css';

const widths = ['desktop', 'tablet', 'phone'] as const;

/** Min milliseconds between two messages: docs/spec/content-tools.md#preview-and-autosave. */
const pace = 150;

interface LivePreviewProps {
  readonly url: string;
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
}

/**
 * The page of the website in a frame, which gets the values of the form while the user types. Messages go to
 * the origin of the page only, and only those of the frame are read.
 */
export function LivePreview({ url, source, editor }: LivePreviewProps): ReactNode {
  const t = useTexts(previewTexts);
  const [width, setWidth] = useState<(typeof widths)[number]>('desktop');
  const frame = useRef<HTMLIFrameElement>(null);
  const { store, document } = editor;
  const { origin } = new URL(url);
  const { slug } = source.meta;
  const { id } = source;
  const newest = useRef(document);
  newest.current = document;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const send = (): void => {
      timer = undefined;
      last = performance.now();
      const { _revision: revision } = newest.current;
      const shown = { ...newest.current, ...store.state().values };
      frame.current?.contentWindow?.postMessage(
        { type: 'svc:document', slug, id, document: shown, revision },
        origin,
      );
    };
    const later = (): void => {
      timer ??= setTimeout(send, Math.max(0, last + pace - performance.now()));
    };
    const listen = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const { data } = event;
      if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'svc:ready') later();
    };
    const unsubscribe = store.subscribe(later);
    window.addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('message', listen);
    };
  }, [store, slug, id, origin]);
  const told = useRef(document._revision);
  useEffect(() => {
    const { _revision: revision } = document;
    if (revision === told.current) return;
    told.current = revision;
    frame.current?.contentWindow?.postMessage({ type: 'svc:saved', slug, id, revision }, origin);
  }, [document, slug, id, origin]);
  return (
    <section className="live" aria-label={t.frame}>
      <fieldset className="live-widths" aria-label={t.widths}>
        {widths.map((one) => (
          <Button key={one} size="small" aria-pressed={one === width} onClick={() => setWidth(one)}>
            {t[one]}
          </Button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <div className="live-page" tabIndex={0}>
        <iframe
          ref={frame}
          className={`live-frame live-frame-${width}`}
          src={url}
          title={t.frame}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
        />
      </div>
    </section>
  );
}
