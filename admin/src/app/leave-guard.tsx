import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../i18n/language.js';
import { AlertDialog } from '../ui/dialog.js';
import { appTexts } from './texts.js';

type Leave = () => void;

/**
 * Handles back and forward before the router does. Chromium calls the listeners of `window` in the order in
 * which they were added, whether they capture or not, and effects of the router run before those of the guard
 * around it: therefore this listener is added first.
 */
let guardOfMoves: ((event: PopStateEvent) => void) | null = null;
if (typeof window !== 'undefined')
  window.addEventListener('popstate', (event) => guardOfMoves?.(event), { capture: true });

/** What would be lost: unsaved changes, or the rest of a running operation. */
type Held = 'changes' | 'work';

interface LeaveGuard {
  /** Registers something that would be lost; returns the function that removes it again. */
  readonly hold: (what: Held) => () => void;
  /** Leaves at once, or after the user has confirmed the loss. */
  readonly ask: (leave: Leave) => void;
}

const GuardContext = createContext<LeaveGuard | null>(null);

function useGuard(): LeaveGuard {
  const guard = useContext(GuardContext);
  if (guard === null) throw new Error('There is no LeaveGuardProvider around this component.');
  return guard;
}

/**
 * While `isDirty`, leaving the screen needs a confirmation: by links, back and forward, or closing the tab.
 *
 * @example useUnsavedChanges(formState.isDirty);
 */
export function useUnsavedChanges(isDirty: boolean): void {
  const { hold } = useGuard();
  useEffect(() => (isDirty ? hold('changes') : undefined), [isDirty, hold]);
}

/**
 * While `isRunning`, leaving the screen needs a confirmation: the operation stops when the page is closed.
 */
export function useRunningWork(isRunning: boolean): void {
  const { hold } = useGuard();
  useEffect(() => (isRunning ? hold('work') : undefined), [isRunning, hold]);
}

/** Returns a function that asks before leaving the screen in another way than by a link. */
export function useAskBeforeLeaving(): (leave: Leave) => void {
  return useGuard().ask;
}

export function LeaveGuardProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(appTexts);
  const held = useRef<readonly Held[]>([]);
  const [leave, setLeave] = useState<Leave | null>(null);
  const ask = useCallback((go: Leave) => {
    if (held.current.length === 0) go();
    else setLeave(() => go);
  }, []);
  const guard = useMemo(
    (): LeaveGuard => ({
      hold(what) {
        held.current = [...held.current, what];
        return () => {
          const at = held.current.indexOf(what);
          held.current = held.current.filter((_, index) => index !== at);
        };
      },
      ask,
    }),
    [ask],
  );
  const isWork = held.current.includes('work');
  useBackAndForward(held, ask);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (held.current.length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  return (
    <GuardContext.Provider value={guard}>
      {children}
      <AlertDialog
        isOpen={leave !== null}
        title={isWork ? t.workTitle : t.unsavedTitle}
        description={isWork ? t.workText : t.unsavedText}
        action={isWork ? t.workLeave : t.leave}
        cancel={t.stay}
        isDanger
        onCancel={() => setLeave(null)}
        onConfirm={() => {
          setLeave(null);
          held.current = [];
          leave?.();
        }}
      />
    </GuardContext.Provider>
  );
}

/**
 * The browser has already changed the address when it sends the event. The address is restored; if the user
 * confirms, the navigation is repeated.
 */
function useBackAndForward(held: { readonly current: readonly Held[] }, ask: (leave: Leave) => void): void {
  useEffect(() => {
    let here = location.href;
    const remember = (): void => {
      here = location.href;
    };
    const onPop = (event: PopStateEvent): void => {
      const wanted = location.href;
      if (held.current.length === 0 || wanted === here) {
        here = wanted;
        return;
      }
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      ask(() => {
        history.pushState(null, '', wanted);
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
    };
    guardOfMoves = onPop;
    // The router fires these events for pushes and replacements.
    window.addEventListener('pushState', remember);
    window.addEventListener('replaceState', remember);
    return () => {
      guardOfMoves = null;
      window.removeEventListener('pushState', remember);
      window.removeEventListener('replaceState', remember);
    };
  }, [held, ask]);
}
