import { Select } from '@cytocomm/kit';
import { roleLabel } from '@cytocomm/session';
import type { Preview } from './use-preview.ts';

/** Properties of {@link PreviewChoice}. */
export interface PreviewChoiceProps extends Preview {
  /** Called when a role was chosen, or none. */
  readonly onChosen: () => void;
}

/** Lets an admin choose the role whose dashboard is previewed; nothing for others. */
export function PreviewChoice({ role, choices, choose, onChosen }: PreviewChoiceProps) {
  if (choices.length === 0) return null;
  return (
    <Select
      label="Preview as role"
      value={role ?? ''}
      onChange={({ target }) => {
        onChosen();
        choose(choices.find((choice) => choice === target.value) ?? null);
      }}
    >
      <option value="">Off</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {roleLabel(choice)}
        </option>
      ))}
    </Select>
  );
}
