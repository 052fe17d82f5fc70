import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldMessages, type FieldProps, useFieldWiring } from './Field.tsx';
import classes from './forms.module.css';

/** Properties of {@link Checkbox}: the field's, and those of a checkbox. */
export type CheckboxProps = FieldProps & Omit<ComponentProps<'input'>, 'type'>;

/** A checkbox whose label is part of its target. */
export function Checkbox({ label, hint, error, hideLabel, id, className, ...input }: CheckboxProps) {
  const { controlId, hintId, errorId, aria } = useFieldWiring(id, hint, error);
  return (
    <div className={classNames(classes.field, className)}>
      <label htmlFor={controlId} className={classes.check}>
        <input {...input} {...aria} id={controlId} type="checkbox" className={classes.box} />
        <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
      </label>
      <FieldMessages hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  );
}
