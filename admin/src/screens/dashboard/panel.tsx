import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  readonly items: readonly unknown[];
  /** The text for an empty list. */
  readonly empty: string;
  /** After the list, also an empty one. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the dashboard: a heading and a list. */
export function Panel({ title, items, empty, foot, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className="panel dashboard-panel" aria-labelledby={id}>
      <header className="dashboard-panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      {items.length === 0 ? (
        <p className="dashboard-empty">{empty}</p>
      ) : (
        <ul className="dashboard-list">{children}</ul>
      )}
      {foot}
    </section>
  );
}
