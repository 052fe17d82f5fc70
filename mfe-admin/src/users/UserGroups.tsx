import { groupNamed, MAX_GROUP_LENGTH, type User } from '@cytocomm/contract';
import { Button, Dialog, Tag, TextField, type TextFieldProps, toast, VisuallyHidden } from '@cytocomm/kit';
import { problemMessage, useGroups } from '@cytocomm/portal-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { requireSignIn } from './outcome.tsx';
import { useChangeGroup } from './user-api.ts';
import classes from './users.module.css';

/** A field for the name of a group of readers, which offers those that there are. */
export function GroupField(field: Omit<TextFieldProps, 'list' | 'maxLength' | 'autoComplete'>) {
  const { data } = useGroups();
  const listId = useId();
  return (
    <>
      {/* Signs between the words of a group become one hyphen each (`groupNamed`). */}
      <TextField {...field} list={listId} maxLength={MAX_GROUP_LENGTH * 1.5} autoComplete="off" />
      <datalist id={listId}>
        {(data?.items ?? []).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** What is typed into the field, and why it was not taken. */
interface Typed {
  readonly text: string;
  readonly error: string | null;
}

const EMPTY: Typed = { text: '', error: null };

interface UserGroupsProps {
  readonly user: User;
  /** Called with the person after a change: a list of a group's people may lose them by it. */
  readonly onChange: (user: User) => void;
  readonly onClose: () => void;
}

/** The groups of readers that a person is in, and what puts them into one or takes them out: a dialog. */
export function UserGroups({ user: { email, groups = [] }, onChange, onClose }: UserGroupsProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [changeGroup, { isLoading }] = useChangeGroup();
  const field = useRef<HTMLInputElement>(null);

  const change = async (group: string, enable: boolean) => {
    if (isLoading || !requireSignIn()) return;
    const { data: changed, error } = await changeGroup({ params: { email }, body: { group, enable } });
    const isOpen = field.current !== null;
    // The button that took a group out is gone with it.
    field.current?.focus();
    if (error) {
      const reason = problemMessage(error);
      if (enable && isOpen) setTyped((before) => ({ ...before, error: reason }));
      else toast.error(`${email} was not ${enable ? 'put into' : 'taken out of'} ${group}. ${reason}`);
      return;
    }
    if (enable) setTyped(EMPTY);
    onChange(changed);
    toast.success(`${email} is ${enable ? 'in' : 'out of'} ${group} now`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const group = groupNamed(typed.text);
    if (group === undefined)
      setTyped({ ...typed, error: `Enter letters and digits, at most ${MAX_GROUP_LENGTH}, such as Series A.` });
    else void change(group, true);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Groups of readers"
      size="narrow"
      initialFocus={field}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className={classes.address}>{email}</p>
      {groups.length === 0 ? <p>In no group: reads what is for all who hold the same roles.</p> : null}
      <ul className={classes.groups} aria-label={`Groups of ${email}`}>
        {groups.map((group) => (
          <li key={group}>
            <Tag>{group}</Tag>
            <Button
              variant="quiet"
              size="small"
              icon="close"
              aria-label={`Take out of ${group}`}
              aria-disabled={isLoading}
              onClick={() => void change(group, false)}
            >
              <VisuallyHidden>Take out</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={submit} className={classes.groupForm}>
        <GroupField
          ref={field}
          label="Put into group"
          hint="One that there is, or a new one."
          value={typed.text}
          error={typed.error}
          onChange={({ target }) => setTyped({ text: target.value, error: null })}
        />
        <Button type="submit" size="small" busy={isLoading} busyLabel="Saving...">
          Put in
        </Button>
      </form>
    </Dialog>
  );
}
