import { Select, type SelectProps } from '@cytocomm/kit';
import { type Choice, choiceNamed } from './choices.ts';

/** Properties of {@link ChoiceField}. */
export interface ChoiceFieldProps<Value extends string>
  extends Pick<SelectProps, 'label' | 'hideLabel' | 'className' | 'disabled'> {
  /** Undefined: no choice is made. */
  readonly value: Value | undefined;
  /** What no choice means: `All states`. */
  readonly all: string;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value | undefined) => void;
}

/** A filter of a list that is one of several choices, or none. */
export function ChoiceField<Value extends string>({ value, all, choices, onChange, ...rest }: ChoiceFieldProps<Value>) {
  return (
    <Select {...rest} value={value ?? ''} onChange={({ target }) => onChange(choiceNamed(choices, target.value))}>
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
