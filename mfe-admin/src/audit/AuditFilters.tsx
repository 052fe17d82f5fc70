import { AUDIT_ACTIONS } from '@cytocomm/contract';
import { Select, TextField } from '@cytocomm/kit';
import { useEffect, useState } from 'react';
import { useSettled } from '../users/use-settled.ts';
import classes from './audit.module.css';
import { ACTIONS, type AuditListState } from './list-state.ts';

/** Properties of {@link AuditFilters}. */
export interface AuditFiltersProps {
  readonly state: AuditListState;
  readonly onChange: (changed: Partial<AuditListState>) => void;
}

/** The filters of the audit trail: who, what, whom it concerns, and days. */
export function AuditFilters({ state, onChange }: AuditFiltersProps) {
  const [actor, setActor] = useState(state.actor);
  const [subject, setSubject] = useState(state.subject);
  const settled = useSettled(`${actor.trim()}\n${subject.trim()}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed goes into the address once it has settled
  useEffect(() => {
    const [who = '', whom = ''] = settled.split('\n');
    if (who !== state.actor || whom !== state.subject) onChange({ actor: who, subject: whom });
  }, [settled]);
  return (
    <div className={classes.filters}>
      <TextField
        label="Done by"
        type="search"
        placeholder="A whole e-mail"
        value={actor}
        onChange={(event) => setActor(event.target.value)}
      />
      <Select
        label="Action"
        value={state.action ?? ''}
        onChange={({ target: { value } }) => onChange({ action: ACTIONS.find((action) => action === value) })}
      >
        <option value="">All actions</option>
        {ACTIONS.map((action) => (
          <option key={action} value={action}>
            {AUDIT_ACTIONS[action]}
          </option>
        ))}
      </Select>
      <TextField
        label="About"
        type="search"
        placeholder="A whole e-mail or id"
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <TextField
        label="From day (UTC)"
        type="date"
        value={state.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="To day (UTC)"
        type="date"
        value={state.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </div>
  );
}
