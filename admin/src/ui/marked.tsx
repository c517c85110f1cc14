import type { ReactNode } from 'react';

/** A text with marked parts. */
export interface MarkedText {
  readonly text: string;
  /** Begin and end of each marked part, in their order. */
  readonly marks: readonly (readonly [begin: number, end: number])[];
}

/** Shows a text with its marked parts, which are found words. */
export function Marked({ text, marks }: MarkedText): ReactNode {
  let at = 0;
  const parts = marks.map(([begin, end]) => {
    const before = text.slice(at, begin);
    at = end;
    return (
      <span key={begin}>
        {before}
        <mark>{text.slice(begin, end)}</mark>
      </span>
    );
  });
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
