import { Radio, Select } from '@cytocomm/kit';
import { clockIn, DateTimePicker, momentIn, ownZone, zonesWith } from '@cytocomm/kit/dashboard';
import { useId } from 'react';
import classes from './press-releases.module.css';
import { plannedMoment, type ReleaseDraft } from './release-draft.ts';

/** Properties of {@link EmbargoField}. */
export interface EmbargoFieldProps {
  readonly draft: ReleaseDraft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<ReleaseDraft>) => void;
}

/** The time before which nobody reads a release, by the clocks of a named zone, which is stored with it. */
export function EmbargoField({ draft, error, onChange }: EmbargoFieldProps) {
  const { at, zone } = draft;
  const isTwice = at !== '' && momentIn(zone, at).shown === 'twice';
  return (
    <div className={classes.at}>
      <DateTimePicker
        label="Date and time"
        value={at === '' ? null : at}
        zone={zone}
        error={error}
        onChange={(chosen) => onChange({ at: chosen ?? '', isSecond: false })}
      />
      {isTwice ? <WhichOfTwo draft={draft} onChange={onChange} /> : null}
      <Select
        label="Time zone"
        hint={zoneHint(draft)}
        value={zone}
        onChange={({ target }) => onChange({ zone: target.value, isSecond: false })}
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

function zoneHint(draft: ReleaseDraft): string {
  const own = ownZone();
  if (draft.zone === own) return 'The zone that you are in.';
  const moment = plannedMoment(draft);
  return moment ? `Where you are (${own}) that is ${clockIn(own, moment).replace('T', ' ')}.` : `You are in ${own}.`;
}

/** Which of the two is meant of a time that the clocks show twice when they go back. */
function WhichOfTwo({ draft, onChange }: Pick<EmbargoFieldProps, 'draft' | 'onChange'>) {
  const name = useId();
  const choices = [
    { isSecond: false, label: 'The first time, before the clocks go back' },
    { isSecond: true, label: 'The second time, after it' },
  ];
  return (
    <fieldset className={classes.choices}>
      <legend>The clocks there show this twice</legend>
      {choices.map(({ isSecond, label }) => (
        <Radio
          key={label}
          label={label}
          name={name}
          checked={draft.isSecond === isSecond}
          onChange={() => onChange({ isSecond })}
        />
      ))}
    </fieldset>
  );
}
