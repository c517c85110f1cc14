import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.js';

/**
 * The user may sign in in another tab, by a mailed link too: looks whenever the tab is come back to, and opens the gate for the same user.
 * Answers whether it is somebody else who is signed in now.
 */
export function useReturningSession(userId: string): boolean {
  const api = useApi();
  const [isOther, setIsOther] = useState(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        const response = await fetch('/api/auth/me');
        if (!response.ok) return;
        const { user } = (await response.json()) as { readonly user: { readonly id: string } | null };
        if (user?.id === userId) api.session.open();
        else setIsOther(true);
      } catch {
        // Not reachable now; the next return to the tab looks again.
      }
    };
    const onReturn = (): void => void look();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, [api, userId]);
  return isOther;
}
