import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import { FieldMessages, type FieldProps, useFieldWiring } from './Field.tsx';
import classes from './forms.module.css';

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
