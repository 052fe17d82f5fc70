import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldMessages, type FieldProps, useFieldWiring } from './Field.tsx';
import classes from './forms.module.css';

/** Properties of {@link TextField}: the field's, and those of an input. */
export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** One line of text with its label, hint and error. */
export function TextField({ label, hint, error, hideLabel, id, className, type = 'text', ...input }: TextFieldProps) {
  const { controlId, hintId, errorId, aria } = useFieldWiring(id, hint, error);
  return (
    <div className={classNames(classes.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : classes.label}>
        {label}
      </label>
      <input {...input} {...aria} id={controlId} type={type} className={classes.control} />
      <FieldMessages hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  );
}
