import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../../ui/dialog.js';

interface WritingPlaceProps {
  readonly title: string;
  /** Said below the title where the text fills the window. */
  readonly state: ReactNode;
  /** Whether the text fills the window. */
  readonly isFull: boolean;
  readonly onClose: () => void;
  /** Called when the text is at its new place: the focus is lost by the move. */
  readonly onMoved: () => void;
  readonly children: ReactNode;
}

/**
 * The place of an editor: in the form, or in a dialog that fills the window. The element is moved and not
 * drawn again, so that the editor keeps its selection and what can be undone.
 */
export function WritingPlace(props: WritingPlaceProps): ReactNode {
  const { title, state, isFull, onClose, onMoved, children } = props;
  const [host] = useState(() => document.createElement('div'));
  const inline = useRef<HTMLDivElement>(null);
  const moved = useRef(onMoved);
  moved.current = onMoved;
  // To insert an element where it is already would take the focus from it.
  const move = (place: HTMLElement | null): void => {
    if (place === null || host.parentElement === place) return;
    const isMoved = host.parentElement !== null;
    place.append(host);
    if (isMoved) requestAnimationFrame(() => moved.current());
  };
  useLayoutEffect(() => {
    if (!isFull) move(inline.current);
  });
  return (
    <>
      <div ref={inline} />
      {isFull && (
        <Dialog isOpen isFull onClose={onClose} title={title} description={state}>
          <div ref={move} />
        </Dialog>
      )}
      {createPortal(children, host)}
    </>
  );
}
