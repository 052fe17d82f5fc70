import type { Visibility } from '@cytocomm/contract';
import { Select, type SelectProps } from '@cytocomm/kit';
import { choiceNamed } from '@cytocomm/portal-api';
import { visibilities } from './document.ts';

/** Properties of {@link VisibilityField}. */
export interface VisibilityFieldProps extends Pick<SelectProps, 'label' | 'hideLabel' | 'hint' | 'disabled'> {
  readonly value: Visibility;
  readonly onChoose: (visibility: Visibility) => void;
}

/** The choice of who may read a document. */
export function VisibilityField({ value, onChoose, ...field }: VisibilityFieldProps) {
  return (
    <Select
      {...field}
      value={value}
      onChange={({ target }) => onChoose(choiceNamed(visibilities, target.value) ?? value)}
    >
      {visibilities.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </Select>
  );
}
