import { type ReactNode, useId } from 'react';
import type { AdminOverviewPart } from '../../../../runtime/extension/extension-types.js';
import { drawn, Piece } from '../../app/extension/piece.js';
import { useIsShown, useOwnText } from '../../app/extension/shown.js';
import { useExtension } from '../../app/extension/store.js';

/** The parts of the first page that the extension of the project adds. */
export function OwnOverview(): ReactNode {
  const { overview = [] } = useExtension();
  const isShown = useIsShown();
  const parts = overview.filter(isShown);
  if (parts.length === 0) return null;
  return (
    <div className="own-parts">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is that of the loaded module, and never changes.
        <OwnPart key={index} part={part} />
      ))}
    </div>
  );
}

function OwnPart({ part }: { readonly part: AdminOverviewPart }): ReactNode {
  const id = useId();
  const text = useOwnText();
  const title = text(part.title);
  const Own = drawn(part.component);
  return (
    <section className="panel own-part" aria-labelledby={id}>
      <header className="dashboard-panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      <div className="own-part-body">
        <Piece name={title}>
          <Own />
        </Piece>
      </div>
    </section>
  );
}
