import { Select, type SelectProps } from '@cytocomm/kit';

/** One value of a filter, with the words for people. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Returns the choices of these words, in the order of the words. */
export function choicesIn<Value extends string>(words: Readonly<Record<Value, string>>): readonly Choice<Value>[] {
  const isValue = (key: string): key is Value => key in words;
  return Object.keys(words)
    .filter(isValue)
    .map((value) => ({ value, label: words[value] }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Returns the value of this name; undefined for any other text. */
export function choiceNamed<Value extends string>(
  choices: readonly Choice<Value>[],
  name: string | null,
): Value | undefined {
  return choices.find(({ value }) => value === name)?.value;
}

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

/** Properties of {@link YearField}. */
export interface YearFieldProps extends Pick<SelectProps, 'label' | 'hideLabel' | 'className' | 'disabled'> {
  /** Undefined: no year is chosen. */
  readonly value: number | undefined;
  /** What no choice means: `All years`. */
  readonly all: string;
  readonly onChange: (year: number | undefined) => void;
}

const FIRST_YEAR = 2000;

/** A fiscal year: the next one and those before, and whichever is chosen. */
export function YearField({ value, onChange, ...rest }: YearFieldProps) {
  const next = new Date().getUTCFullYear() + 1;
  const years = Array.from({ length: next - FIRST_YEAR + 1 }, (_, before) => next - before);
  if (value !== undefined && !years.includes(value)) years.push(value);
  return (
    <ChoiceField
      {...rest}
      value={value === undefined ? undefined : String(value)}
      choices={years.map((year) => ({ value: String(year), label: String(year) }))}
      onChange={(year) => onChange(year === undefined ? undefined : Number(year))}
    />
  );
}

/** Returns the fiscal year that an address names; undefined for any other text. */
export function yearNamed(text: string | null): number | undefined {
  return text !== null && /^(?:19|20)\d\d$/.test(text) ? Number(text) : undefined;
}
