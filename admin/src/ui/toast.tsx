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
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/language.js';
import { Button, IconButton } from './button.js';
import { classNames } from './class-names.js';
import { useFocusKept } from './focus-return.js';
import { Icon, type IconName } from './icon.js';
import { uiTexts } from './texts.js';
import './toast.css';

interface Notification {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  /** A button: `Undo`. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** How long a message that is no error is shown, in milliseconds; default 5,000, with a button 8,000. */
  readonly lasts?: number;
}

interface Shown extends Notification {
  readonly id: number;
  /** When it appeared, in milliseconds. */
  readonly since: number;
}

interface Notifier {
  /**
   * Shows a message in the corner, which screen readers announce. Successes disappear by themselves; errors
   * stay until they are dismissed or the screen is left.
   */
  readonly notify: (notification: Notification) => void;
  /** Lets screen readers announce a text without showing it. */
  readonly announce: (text: string) => void;
}

const NotifierContext = createContext<Notifier | null>(null);

/**
 * In milliseconds: long enough to read and to reach (WCAG 2.2.1). The time stops while the message is hovered
 * or focused.
 */
const shownFor = 5000;

/** Messages with a button are shown longer: the button has to be reached. */
const shownWithButtonFor = 8000;

/** A message that is this young, in milliseconds, is about the step that leads to the next screen. */
const arrivesWithin = 1500;

/** @example const { notify } = useNotifier(); notify({ kind: 'success', text: t.saved }); */
export function useNotifier(): Notifier {
  const notifier = useContext(NotifierContext);
  if (notifier === null) throw new Error('There is no ToastProvider around this component.');
  return notifier;
}

/** Lets screen readers announce a text whenever it changes; null announces nothing. */
export function useAnnounced(text: string | null): void {
  const { announce } = useNotifier();
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text, announce]);
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTexts(uiTexts);
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [spoken, setSpoken] = useState('');
  const nextId = useRef(1);
  const dismiss = useCallback((id: number) => setShown((all) => all.filter((each) => each.id !== id)), []);
  const notifier = useMemo(
    (): Notifier => ({
      // At most four are shown; more would cover the screen. “Saved” is no news beside “Published”.
      notify: (notification) =>
        setShown((all) => [
          ...all.filter((each) => !isDone(notification) || !isDone(each)).slice(-3),
          { ...notification, id: nextId.current++, since: Date.now() },
        ]),
      announce: setSpoken,
    }),
    [],
  );
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another screen is shown.
  useEffect(() => {
    const now = Date.now();
    // What can be undone can be undone elsewhere too.
    setShown((all) => all.filter(({ since, action }) => action !== undefined || now - since < arrivesWithin));
  }, [path]);
  return (
    <NotifierContext.Provider value={notifier}>
      {/* Before the screens: after them its one pixel would make every page scroll. */}
      <div className="visually-hidden" aria-live="polite">
        {spoken}
      </div>
      {children}
      <section className="toasts" aria-label={t.notifications} aria-live="polite" aria-relevant="additions">
        {shown.map((each) => (
          <Toast key={each.id} notification={each} onDismiss={() => dismiss(each.id)} />
        ))}
      </section>
    </NotifierContext.Provider>
  );
}

/** Whether a message only says that a step has succeeded. */
function isDone({ kind, action }: Notification): boolean {
  return kind === 'success' && action === undefined;
}

const icons: Readonly<Record<Notification['kind'], IconName>> = {
  success: 'check',
  error: 'alert',
  info: 'info',
};

interface ToastProps {
  readonly notification: Shown;
  readonly onDismiss: () => void;
}

function Toast({ notification, onDismiss }: ToastProps): ReactNode {
  const t = useTexts(uiTexts);
  const { kind, text, action, lasts = action === undefined ? shownFor : shownWithButtonFor } = notification;
  const [isHeld, setIsHeld] = useState(false);
  const own = useFocusKept<HTMLDivElement>();
  const leaves = kind !== 'error' && !isHeld;
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    if (!leaves) return undefined;
    const timer = setTimeout(() => dismiss.current(), lasts);
    return () => clearTimeout(timer);
  }, [leaves, lasts]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the message open while it is hovered.
    <div
      ref={own}
      className={classNames('toast', `toast-${kind}`)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon name={icons[kind]} />
      <div className="toast-text">
        <span>{text}</span>
        {action && (
          <div className="toast-action">
            <Button
              size="small"
              onClick={() => {
                action.onSelect();
                onDismiss();
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
      <IconButton icon="close" label={t.dismiss} size="small" onClick={onDismiss} />
    </div>
  );
}
