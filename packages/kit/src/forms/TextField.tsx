import type { ChangeEvent, ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { FieldMessages, type FieldProps, useFieldWiring } from './Field.tsx';
import classes from './forms.module.css';

/** Properties of {@link TextField}: the field's, and those of an input. */
export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** Puts a space in place of each control character: a tab that is pasted is none of a line. */
function keepLine({ target }: ChangeEvent<HTMLInputElement>): void {
  const line = target.value.replaceAll(/\p{Cc}/gu, ' ');
  if (line === target.value) return;
  const { selectionStart, selectionEnd } = target;
  target.value = line;
  target.setSelectionRange(selectionStart, selectionEnd);
}

/** One line of text with its label, hint and error. A control character in it, such as a tab that is pasted, becomes a space. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  type = 'text',
  onChange,
  ...input
}: TextFieldProps) {
  const { controlId, hintId, errorId, aria } = useFieldWiring(id, hint, error);
  return (
    <div className={classNames(classes.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : classes.label}>
        {label}
      </label>
      <input
        {...input}
        {...aria}
        id={controlId}
        type={type}
        className={classes.control}
        onChange={(event) => {
          if (type === 'text' || type === 'search') keepLine(event);
          onChange?.(event);
        }}
      />
      <FieldMessages hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  );
}
