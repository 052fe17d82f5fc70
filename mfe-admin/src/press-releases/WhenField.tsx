import { TextField } from '@cytocomm/kit';
import { useId } from 'react';
import classes from './press-releases.module.css';
import type { ReleaseDraft, When } from './release-draft.ts';

const options: readonly { readonly when: When; readonly label: string }[] = [
  { when: 'now', label: 'Now' },
  { when: 'later', label: 'At a time' },
  { when: 'draft', label: 'Not yet: keep as a draft' },
];

/** Properties of {@link WhenField}. */
export interface WhenFieldProps {
  readonly draft: ReleaseDraft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<ReleaseDraft>) => void;
}

/** When a release appears: on page, feed, dashboards and by mail together. */
export function WhenField({ draft, error, onChange }: WhenFieldProps) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>Publish</legend>
      {options.map(({ when, label }) => (
        <label key={when} className={classes.radio}>
          <input type="radio" name={name} checked={draft.when === when} onChange={() => onChange({ when })} />
          {label}
        </label>
      ))}
      {draft.when === 'later' ? (
        <TextField
          label="Date and time"
          type="datetime-local"
          value={draft.at}
          error={error}
          hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
          onChange={(event) => onChange({ at: event.target.value })}
          className={classes.at}
        />
      ) : null}
    </fieldset>
  );
}
