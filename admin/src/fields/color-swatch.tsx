import type { ReactNode } from 'react';
import './color.css';

/** A sample of a colour, over a pattern that shows its opacity. The text of the colour is next to it. */
export function ColorSwatch({ color }: { readonly color: string }): ReactNode {
  return (
    <span className="color-swatch" aria-hidden="true">
      <span style={{ backgroundColor: color }} />
    </span>
  );
}
