import { Checkbox } from '@cytocomm/kit';
import { ItemGroups, useGroups } from '@cytocomm/portal-api';
import { useState } from 'react';
import type { PressReleaseDraft } from './press-release-draft.ts';
import classes from './press-releases.module.css';

/** Properties of {@link TargetField}. */
export interface TargetFieldProps {
  readonly draft: PressReleaseDraft;
  /** Whether the form shows a release that was stored before. */
  readonly isStored: boolean;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<PressReleaseDraft>) => void;
}

/** Whom a release is for. What is public has no groups: what becomes of them is said, and they come back with the next click. */
export function TargetField({ draft, isStored, error, onChange }: TargetFieldProps) {
  const { forPublic, forInvestors, groups } = draft;
  // Whether it had groups before it was public is stored nowhere.
  const [mayHaveHad] = useState(isStored && forPublic && groups.length === 0);
  const isForGroups = forInvestors && !forPublic;
  const { data: known } = useGroups();
  const isWidened = mayHaveHad && isForGroups && groups.length === 0 && known !== undefined && known.items.length > 0;
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
