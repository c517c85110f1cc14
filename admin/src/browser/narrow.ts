import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 600px)');
/** Beside the navigation, or on a phone, a bar has room for few words. */
const tight = matchMedia('(1080px <= width < 1240px), (width < 600px)');

/** Whether the window is too narrow for a table: that of a phone, or a zoomed one. */
export function useIsNarrow(): boolean {
  return useMatch(narrow);
}

/** Whether the bar of a document is too narrow for the words of all its actions. */
export function useIsTight(): boolean {
  return useMatch(tight);
}

function useMatch(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
