import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './forms.module.css';

/** Properties of {@link Radio}: its own, and those of a radio button. */
export interface RadioProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
}

/** One of several choices, of which one is chosen: those with the same `name`. Its label is part of its target. */
export function Radio({ label, className, ...input }: RadioProps) {
  return (
    <label className={classNames(classes.check, className)}>
      <input {...input} type="radio" className={classNames(classes.box, classes.round)} />
      <span className={classes.words}>{label}</span>
    </label>
  );
}
