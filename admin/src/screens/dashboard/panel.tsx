import { type ReactNode, useId } from 'react';
import { Skeleton } from '../../ui/states.js';

interface PanelProps {
  readonly title: string;
  /** Undefined while loading. */
  readonly items: readonly unknown[] | undefined;
  /** The text for an empty list. */
  readonly empty: string;
  /** Number of placeholder lines while loading. */
  readonly lines: number;
  /** After the list, also an empty one. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the dashboard: a heading and a list. */
export function Panel({ title, items, empty, lines, foot, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className="panel dashboard-panel" aria-labelledby={id}>
      <header className="dashboard-panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      {items === undefined ? (
        <LoadingLines lines={lines} />
      ) : items.length === 0 ? (
        <p className="dashboard-empty">{empty}</p>
      ) : (
        <ul className="dashboard-list">{children}</ul>
      )}
      {items !== undefined && foot}
    </section>
  );
}

function LoadingLines({ lines }: { readonly lines: number }): ReactNode {
  return (
    <div className="dashboard-list" aria-hidden="true">
      {Array.from({ length: lines }, (_line, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no other key and never move.
        <div key={line} className="dashboard-line">
          <Skeleton width={`${[54, 38, 62][line % 3]}%`} />
        </div>
      ))}
    </div>
  );
}
