import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { classNames } from './class-names.js';
import { Icon, type IconName } from './icon.js';
import './menu.css';

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/**
 * @example <Menu trigger={<IconButton icon="more" label={t.more} />}><MenuItem icon="trash" isDanger onSelect={ask}>{t.delete}</MenuItem></Menu>
 */
export function Menu({ trigger, align = 'end', children }: MenuProps): ReactNode {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={5}
          collisionPadding={8}
          onCloseAutoFocus={keepFocus}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * If an item has moved the focus, to a new row or a dialog, it stays there; otherwise it returns to the
 * button.
 */
function keepFocus(event: Event): void {
  const focused = document.activeElement;
  const isElsewhere =
    focused !== null && focused !== document.body && focused.closest('[role="menu"]') === null;
  if (isElsewhere) event.preventDefault();
}

interface MenuItemProps {
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, isDanger, disabled = false, onSelect, children }: MenuItemProps): ReactNode {
  return (
    <Radix.Item
      className={classNames('menu-item', isDanger && 'menu-danger')}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Radix.Item>
  );
}

interface MenuLinkProps {
  readonly icon?: IconName;
  readonly to: string;
  readonly children: ReactNode;
}

/** An entry that opens another screen of the dashboard. */
export function MenuLink({ icon, to, children }: MenuLinkProps): ReactNode {
  const [, navigate] = useLocation();
  return (
    <Radix.Item className="menu-item" onSelect={() => navigate(to)}>
      {icon && <Icon name={icon} />}
      {children}
    </Radix.Item>
  );
}

interface MenuChoicesProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChoose: (value: T) => void;
}

/** A choice of one option; the chosen one has a tick. */
export function MenuChoices<T extends string>({
  label,
  value,
  options,
  onChoose,
}: MenuChoicesProps<T>): ReactNode {
  const choose = (chosen: string): void => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChoose(option.value);
  };
  return (
    <>
      <Radix.Label className="menu-label">{label}</Radix.Label>
      <Radix.RadioGroup value={value} onValueChange={choose} aria-label={label}>
        {options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            className="menu-item"
            value={option.value}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="menu-check">
              <Radix.ItemIndicator>
                <Icon name="check" />
              </Radix.ItemIndicator>
            </span>
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  );
}

export function MenuLine(): ReactNode {
  return <Radix.Separator className="menu-line" />;
}
