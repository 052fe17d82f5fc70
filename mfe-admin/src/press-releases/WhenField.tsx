import { Radio } from '@cytocomm/kit';
import { useId } from 'react';
import { EmbargoField, type EmbargoFieldProps } from './EmbargoField.tsx';
import classes from './press-releases.module.css';
import type { When } from './release-draft.ts';

const options: readonly { readonly when: When; readonly label: string }[] = [
  { when: 'now', label: 'Now' },
  { when: 'later', label: 'At a time' },
  { when: 'draft', label: 'Not yet: keep as a draft' },
];

/** When a release appears: on page, feed, dashboards and by mail together. */
export function WhenField({ draft, error, onChange }: EmbargoFieldProps) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>Publish</legend>
      {options.map(({ when, label }) => (
        <Radio key={when} label={label} name={name} checked={draft.when === when} onChange={() => onChange({ when })} />
      ))}
      {draft.when === 'later' ? <EmbargoField draft={draft} error={error} onChange={onChange} /> : null}
    </fieldset>
  );
}
