import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldMessages, type FieldProps, useFieldWiring } from './Field.tsx';
import classes from './forms.module.css';

/** Properties of {@link TextArea}: the field's, and those of a textarea. */
export type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

/** Several lines of text with label, hint and error; it grows with what is typed where the browser can. */
export function TextArea({ label, hint, error, hideLabel, id, className, rows = 5, ...textarea }: TextAreaProps) {
  const { controlId, hintId, errorId, aria } = useFieldWiring(id, hint, error);
  return (
    <div className={classNames(classes.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : classes.label}>
        {label}
      </label>
      <textarea
        {...textarea}
        {...aria}
        id={controlId}
        rows={rows}
        className={classNames(classes.control, classes.area)}
      />
      <FieldMessages hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  );
}
