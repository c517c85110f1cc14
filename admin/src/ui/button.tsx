import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icon.js';
import { Spinner } from './spinner.js';
import './button.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet';

interface ButtonLook {
  /** Default `secondary`. One `primary` on a screen. */
  readonly variant?: ButtonVariant;
  readonly size?: 'medium' | 'small';
  readonly icon?: IconName;
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'disabled'> {
  /** An operation is running: the button keeps its width and its focus, and cannot be pressed again. */
  readonly isBusy?: boolean;
  /**
   * Why it cannot be pressed now. It stays in the tab order and tells the reason, since users who do not see
   * the screen cannot guess it; `true` if the screen shows the reason anyway.
   */
  readonly disabled?: boolean | string;
}

/**
 * @example <Button variant="primary" icon="check" isBusy={publish.isPending} onClick={publish.mutate}>{t.publish}</Button>
 */
export function Button(props: ButtonProps): ReactNode {
  const {
    variant,
    size,
    icon,
    isBusy = false,
    disabled = false,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const isOff = isBusy || disabled !== false;
  return (
    <button
      type="button"
      {...rest}
      {...(typeof disabled === 'string' && { title: disabled })}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass({ variant, size }), isBusy && 'button-busy', className)}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span className="button-text">{children}</span>}
      {isBusy && <Spinner />}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  readonly icon: IconName;
  /** What the button does, for screen readers and as tooltip. */
  readonly label: string;
  readonly mirrored?: boolean;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const {
    icon,
    label,
    mirrored = false,
    variant = 'ghost',
    size,
    isBusy = false,
    disabled = false,
    ...rest
  } = props;
  const { className, onClick, ...more } = rest;
  const isOff = isBusy || disabled !== false;
  return (
    <button
      type="button"
      title={typeof disabled === 'string' ? `${label}: ${disabled}` : label}
      {...more}
      aria-label={label}
      aria-disabled={isOff || undefined}
      className={classNames(
        buttonClass({ variant, size }),
        'button-icon',
        isBusy && 'button-busy',
        className,
      )}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Icon name={icon} mirrored={mirrored} />
      {isBusy && <Spinner />}
    </button>
  );
}

interface LookOptions {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'medium' | 'small' | undefined;
}

/** Returns the class of a button for an element that is none, such as a link to an action. */
export function buttonClass({ variant = 'secondary', size = 'medium' }: LookOptions = {}): string {
  return classNames('button', `button-${variant}`, size === 'small' && 'button-small');
}
