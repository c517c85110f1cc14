import { Fragment, type ReactNode } from 'react';

/**
 * A description from the config, which is written for developers too: text between backticks is code. It has
 * no other markup.
 */
export function DescriptionText({ text }: { readonly text: string }): ReactNode {
  return text.split(/`([^`]+)`/).map((part, index) =>
    // Every second part is a match of the pattern.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}
