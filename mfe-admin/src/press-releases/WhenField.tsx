import { Select } from '@cytocomm/kit';
import { DateTimePicker, momentIn, ownZone, zonesWith } from '@cytocomm/kit/dashboard';
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
      {draft.when === 'later' ? <Embargo draft={draft} error={error} onChange={onChange} /> : null}
    </fieldset>
  );
}

/** The time before which nobody reads it, by the clocks of a named zone. */
function Embargo({ draft: { at, zone }, error, onChange }: WhenFieldProps) {
  const isTwice = at !== '' && momentIn(zone, at).shown === 'twice';
  return (
    <div className={classes.at}>
      <DateTimePicker
        label="Date and time"
        value={at === '' ? null : at}
        error={error}
        hint={isTwice ? 'The clocks show this twice; the first time is meant.' : undefined}
        onChange={(chosen) => onChange({ at: chosen ?? '' })}
      />
      <Select
        label="Time zone"
        hint={zone === ownZone() ? 'The zone that you are in.' : `You are in ${ownZone()}.`}
        value={zone}
        onChange={({ target }) => onChange({ zone: target.value })}
      >
        {zonesWith(zone).map((each) => (
          <option key={each} value={each}>
            {each.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </div>
  );
}
