import { Button, Checkbox, Radio, Select } from '@cytocomm/kit';
import { clockIn, ownZone, ZonedTimeField, zonesWith } from '@cytocomm/kit/dashboard';
import { ItemGroups, useGroups } from '@cytocomm/portal-api';
import { useId, useState } from 'react';
import type { SaveState } from './autosave.ts';
import { type PressReleaseDraft, plannedMoment, type When } from './press-release-draft.ts';
import classes from './press-releases.module.css';

/** Properties of the fields of a press release. */
interface FieldProps {
  readonly draft: PressReleaseDraft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<PressReleaseDraft>) => void;
}

interface TargetFieldProps extends FieldProps {
  /** Whether the form shows a release that was stored before. */
  readonly isStored: boolean;
}

/** Whom a release is for. What is public has no groups: what becomes of them is said, and they come back with the next click. */
export function TargetField({ draft, isStored, error, onChange }: TargetFieldProps) {
  const { forPublic, forInvestors, groups } = draft;
  // Whether it had groups before it was public is stored nowhere.
  const [mayHaveHad] = useState(isStored && forPublic && groups.length === 0);
  const isForGroups = forInvestors && !forPublic;
  const { data: allGroups } = useGroups();
  const hasGroups = allGroups !== undefined && allGroups.items.length > 0;
  const isWidened = mayHaveHad && isForGroups && groups.length === 0 && hasGroups;
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>Target</legend>
        <Checkbox
          label="Public"
          checked={forPublic}
          onChange={(event) => onChange({ forPublic: event.target.checked })}
        />
        <Checkbox
          label="Investors"
          checked={forInvestors}
          onChange={(event) => onChange({ forInvestors: event.target.checked })}
        />
        {error ? (
          <p role="alert" className={classes.missing}>
            {error}
          </p>
        ) : null}
      </fieldset>
      <p role="status" className={classes.groupsNote}>
        {forPublic && groups.length > 0
          ? `Public takes its groups away: it is not only for ${groups.join(', ')} any more. Untick Public to have that back. A draft that is left public does not keep them.`
          : null}
        {isWidened
          ? 'It is for all investors now. If it was for some groups before it was public, choose them again: they are not kept.'
          : null}
      </p>
      {isForGroups ? (
        <ItemGroups groups={groups} roles={['investor']} onChange={(chosen) => onChange({ groups: chosen })} />
      ) : null}
    </>
  );
}

const times: readonly { readonly when: When; readonly label: string }[] = [
  { when: 'now', label: 'Now' },
  { when: 'later', label: 'At a time' },
  { when: 'draft', label: 'Not yet: keep as a draft' },
];

/** When a release appears: on page, feed, dashboards and by mail together. */
export function WhenField({ draft, error, onChange }: FieldProps) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>Publish</legend>
      {times.map(({ when, label }) => (
        <Radio key={when} label={label} name={name} checked={draft.when === when} onChange={() => onChange({ when })} />
      ))}
      {draft.when === 'later' ? <EmbargoField draft={draft} error={error} onChange={onChange} /> : null}
    </fieldset>
  );
}

/** The time at which a release appears, by the clocks of a named zone, which is stored with it. */
function EmbargoField({ draft, error, onChange }: FieldProps) {
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

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Properties of {@link SaveNote}. */
export interface SaveNoteProps {
  readonly state: SaveState;
  /** Whether the browser has what was written last. */
  readonly isKept: boolean;
  readonly onRetry: () => void;
}

const IN_BROWSER = 'What you wrote is kept in this browser until it is saved.';
const NOT_IN_BROWSER = 'This browser cannot keep what you wrote: leave the page open until it is saved.';

/** Shows whether the text is saved. */
export function SaveNote({ state, isKept, onRetry }: SaveNoteProps) {
  const hasFailed = state.kind === 'failed';
  return (
    <div className={classes.saveNote}>
      <span className="tabular">{describeSave(state)}</span>
      <span role="status">{hasFailed ? `${state.reason} ${isKept ? IN_BROWSER : NOT_IN_BROWSER}` : null}</span>
      {hasFailed ? (
        <Button variant="secondary" size="small" onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}

function describeSave(state: SaveState): string {
  switch (state.kind) {
    case 'untouched':
      return 'Saved as you write.';
    case 'unsaved':
    case 'saving':
      return 'Saving …';
    case 'saved':
      return `Saved ${clock.format(state.at)}`;
    case 'failed':
      return navigator.onLine ? 'Not saved' : 'Offline: not saved';
    case 'overtaken':
      return 'Not saved';
  }
}
