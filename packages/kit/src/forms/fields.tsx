import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
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

/** What every field takes besides the attributes of its control. */
export interface FieldProps {
  readonly label: string;
  /** Help that is always there. */
  readonly hint?: ReactNode;
  /** What is wrong and what to do; announced when it appears. */
  readonly error?: ReactNode;
  /** The label is spoken but not drawn, for a field whose purpose its surroundings show. */
  readonly hideLabel?: boolean;
}

/** Ids and aria attributes that tie a control to its hint and its error. */
export function useFieldWiring(id: string | undefined, hint: ReactNode, error: ReactNode) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return {
    controlId,
    hintId,
    errorId,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined } as const,
  };
}

/** The line below a control: the hint, and the error in a live region that is always there. */
export function FieldMessages({
  hint,
  hintId,
  error,
  errorId,
}: {
  hint: ReactNode;
  hintId: string;
  error: ReactNode;
  errorId: string;
}) {
  return (
    <>
      {hint ? (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={errorId} className={classes.error}>
            <Icon name="error" size="small" />
            <span>{error}</span>
          </p>
        ) : null}
      </div>
    </>
  );
}

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

/** Properties of {@link Select}: the field's, and those of a select; its options are children. */
export type SelectProps = FieldProps & ComponentProps<'select'>;

/** The browser's own select with label, hint and error. */
export function Select({ label, hint, error, hideLabel, id, className, children, ...select }: SelectProps) {
  const { controlId, hintId, errorId, aria } = useFieldWiring(id, hint, error);
  return (
    <div className={classNames(classes.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : classes.label}>
        {label}
      </label>
      <div className={classes.selectBox}>
        <select {...select} {...aria} id={controlId} className={classNames(classes.control, classes.select)}>
          {children}
        </select>
        <Icon name="chevron-down" size="small" className={classes.selectIcon} />
      </div>
      <FieldMessages hint={hint} hintId={hintId} error={error} errorId={errorId} />
    </div>
  );
}

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
