import { Fragment, type ReactNode } from 'react';

/** A description of the config, which is written for developers too: what stands between backticks is code. Nothing else in it is markup. */
export function DescriptionText({ text }: { readonly text: string }): ReactNode {
  return text.split(/`([^`]+)`/).map((part, index) =>
    // Every second part is what the pattern has caught.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}
