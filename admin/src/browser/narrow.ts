import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 600px)');

/** Whether the window is too narrow for a table: that of a phone, or a zoomed one. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
