import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { mount } from '../browser/mount.js';

/**
 * The user may sign in in another tab, also by a link in a mail. Checks now and whenever the tab becomes
 * visible again, and opens the gate for the same user. Returns whether another user is signed in now.
 */
export function useReturningSession(userId: string): boolean {
  const api = useApi();
  const [isOther, setIsOther] = useState(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        const response = await fetch(`${mount}/api/auth/me`);
        if (!response.ok) return;
        const { user } = (await response.json()) as { readonly user: { readonly id: string } | null };
        if (user === null) return;
        if (user.id === userId) api.session.open();
        else setIsOther(true);
      } catch {
        // Not reachable now; checked again when the tab becomes visible.
      }
    };
    const onReturn = (): void => void look();
    onReturn();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, [api, userId]);
  return isOther;
}
