import type { SelectProps } from '@cytocomm/kit';
import { ChoiceField } from './ChoiceField.tsx';

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
