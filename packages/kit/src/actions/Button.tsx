import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import classes from './Button.module.css';

interface Look {
  /** `primary` is the one action of a place; `on-dark` is the primary on an ink band. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-dark' | undefined;
  readonly size?: 'medium' | 'small' | undefined;
  /** Before the label. */
  readonly icon?: IconName | undefined;
  /** After the label. */
  readonly trailingIcon?: IconName | undefined;
  /** As wide as its place. */
  readonly wide?: boolean | undefined;
}

/** Properties of {@link Button}. */
export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'aria-busy'> {
  /** Work is under way: the button shows it and does nothing, but keeps the focus. */
  readonly busy?: boolean;
  /** The label while busy, such as `Sending...`. */
  readonly busyLabel?: string;
}

function classesOf({ variant = 'primary', size = 'medium', wide }: Look, className: string | undefined) {
  return classNames(classes.button, classes[variant], classes[size], wide && classes.wide, className);
}

function Content({ icon, trailingIcon, children }: Pick<Look, 'icon' | 'trailingIcon'> & { children: ReactNode }) {
  return (
    <>
      {icon ? <Icon name={icon} size="small" /> : null}
      {children}
      {trailingIcon ? <Icon name={trailingIcon} size="small" className={classes.trailing} /> : null}
    </>
  );
}

/** A busy button would lose the focus if it were disabled; so it is pressed in vain. */
function ignorePress(event: MouseEvent) {
  event.preventDefault();
}

/** A button. It never submits a form unless `type="submit"` says so. */
export function Button({
  variant,
  size,
  icon,
  trailingIcon,
  wide,
  busy = false,
  busyLabel,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? ignorePress : onClick}
      className={classesOf({ variant, size, wide }, className)}
    >
      {busy ? <span className={classes.spinner} aria-hidden="true" /> : null}
      <Content icon={busy ? undefined : icon} trailingIcon={busy ? undefined : trailingIcon}>
        {busy && busyLabel ? busyLabel : children}
      </Content>
    </button>
  );
}

type ButtonLinkTarget =
  | {
      readonly to: string;
      /** What the page at the other end gets along, without standing in its address. */
      readonly state?: unknown;
      readonly href?: never;
    }
  | { readonly href: string; readonly to?: never; readonly state?: never };

/** Properties of {@link ButtonLink}: `to` stays in the portal, `href` leaves it or fetches a file. */
export type ButtonLinkProps = Look & ButtonLinkTarget & Omit<ComponentProps<'a'>, 'href'>;

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  trailingIcon,
  wide,
  className,
  children,
  to,
  state,
  href,
  ...rest
}: ButtonLinkProps) {
  const shared = {
    ...rest,
    className: classesOf({ variant, size, wide }, className),
    children: (
      <Content icon={icon} trailingIcon={trailingIcon}>
        {children}
      </Content>
    ),
  };
  if (to !== undefined) return <Link {...shared} to={to} state={state} />;
  return <a {...shared} href={href} rel={rest.target === '_blank' ? 'noopener noreferrer' : rest.rel} />;
}
