import { classNames } from '../class-names.ts';
import classes from './Icon.module.css';
import { type IconName, shapes } from './shapes.ts';

/** Properties of {@link Icon}. */
export interface IconProps {
  readonly name: IconName;
  /** 24 px by default; `small` is 20 px for rows and buttons, `large` 32 px. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Words for an icon that stands alone; without them it is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** A line icon in the colour of its text. */
export function Icon({ name, size = 'medium', label, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
      className={classNames(classes.icon, classes[size], className)}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
