import { type ReactNode, useId } from 'react';
import { Skeleton } from '../../ui/states.js';

interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** Undefined while it is on its way. */
  readonly items: readonly unknown[] | undefined;
  /** What is said where there is nothing. */
  readonly empty: string;
  /** Lines to keep the place of while it is on its way. */
  readonly lines: number;
  /** Below the list: what one has to know to read it. */
  readonly note?: string | null;
  readonly children: ReactNode;
}

/** A part of the dashboard: a heading and a list. */
export function Panel({ title, aside, items, empty, lines, note, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className="panel dashboard-panel" aria-labelledby={id}>
      <header className="dashboard-panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {items === undefined ? (
        <LoadingLines lines={lines} />
      ) : items.length === 0 ? (
        <p className="dashboard-empty">{empty}</p>
      ) : (
        <ul className="dashboard-list">{children}</ul>
      )}
      {note && <p className="dashboard-note">{note}</p>}
    </section>
  );
}

function LoadingLines({ lines }: { readonly lines: number }): ReactNode {
  return (
    <div className="dashboard-list" aria-hidden="true">
      {Array.from({ length: lines }, (_line, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have nothing else, and never move.
        <div key={line} className="dashboard-line">
          <Skeleton width={`${[54, 38, 62][line % 3]}%`} />
        </div>
      ))}
    </div>
  );
}
