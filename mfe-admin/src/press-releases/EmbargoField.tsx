import { Select } from '@cytocomm/kit';
import { clockIn, ownZone, ZonedTimeField, zonesWith } from '@cytocomm/kit/dashboard';
import { type PressReleaseDraft, plannedMoment } from './press-release-draft.ts';
import classes from './press-releases.module.css';

/** Properties of {@link EmbargoField}. */
export interface EmbargoFieldProps {
  readonly draft: PressReleaseDraft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<PressReleaseDraft>) => void;
}

/** The time before which nobody reads a release, by the clocks of a named zone, which is stored with it. */
export function EmbargoField({ draft, error, onChange }: EmbargoFieldProps) {
  const { at, zone, isSecond } = draft;
  return (
    <div className={classes.at}>
      <ZonedTimeField
        label="Date and time"
        value={at === '' ? null : at}
        isSecond={isSecond}
        zone={zone}
        error={error}
        onChange={(chosen, second) => onChange({ at: chosen ?? '', isSecond: second })}
      />
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

function zoneHint(draft: PressReleaseDraft): string {
  const own = ownZone();
  if (draft.zone === own) return 'The zone that you are in.';
  const moment = plannedMoment(draft);
  return moment ? `Where you are (${own}) that is ${clockIn(own, moment).replace('T', ' ')}.` : `You are in ${own}.`;
}
