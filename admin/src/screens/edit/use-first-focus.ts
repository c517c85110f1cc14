import { type RefObject, useLayoutEffect, useRef } from 'react';

/** On a touch screen the focus would open the keyboard, which covers half of the form. */
const hasMouse = matchMedia('(hover: hover) and (pointer: fine)');

/**
 * Focuses the first control of a form if it is for text. The page still announces its title.
 *
 * @returns a ref for the element around the fields.
 */
export function useFirstFocus(): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = around.current?.querySelector<HTMLElement>('input, textarea, select, button, .skeleton');
    const isText = first?.matches(':is(input[type="text"], textarea):not([role], :disabled, [readonly])');
    if (hasMouse.matches && isText) first?.focus({ preventScroll: true });
  }, []);
  return around;
}
