import { groupNamed, MAX_GROUP_LENGTH, type User } from '@cytocomm/contract';
import { Button, Dialog, Tag, TextField, toast, VisuallyHidden } from '@cytocomm/kit';
import { problemMessage, useGroups } from '@cytocomm/portal-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { signedInOrTold } from './outcome.tsx';
import { useChangeGroup } from './user-api.ts';
import classes from './users.module.css';

/** What is typed into the field, and why it was not taken. */
interface Typed {
  readonly text: string;
  readonly error: string | null;
}

const EMPTY: Typed = { text: '', error: null };

/** A button, and behind it the groups of readers that a person is in, and what puts them into one or takes them out. */
export function UserGroups({ user: { email, groups = [] } }: { readonly user: User }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const { data } = useGroups();
  const [changeGroup, { isLoading }] = useChangeGroup();
  const field = useRef<HTMLInputElement>(null);
  const [formId, listId] = [useId(), useId()];

  const change = async (group: string, enable: boolean) => {
    if (!signedInOrTold()) return;
    const { error } = await changeGroup({ params: { email }, body: { group, enable } });
    setTyped((before) => (error ? { ...before, error: problemMessage(error) } : EMPTY));
    // The button that took a group out is gone with it.
    field.current?.focus();
    if (!error) toast.success(`${enable ? 'In' : 'Out of'} ${group}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const group = groupNamed(typed.text);
    if (group === undefined)
      setTyped({ ...typed, error: `Enter letters and digits, at most ${MAX_GROUP_LENGTH}, such as Series A.` });
    else void change(group, true);
  };

  return (
    <>
      <Button variant="quiet" size="small" icon="users" aria-label={`Groups of ${email}`} onClick={() => setOpen(true)}>
        <VisuallyHidden>Groups</VisuallyHidden>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => {
          setOpen(false);
          setTyped(EMPTY);
        }}
        title="Groups of readers"
        size="narrow"
        initialFocus={field}
        actions={
          <Button variant="secondary" onClick={() => setOpen(false)}>
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
                onClick={() => void change(group, false)}
              >
                <VisuallyHidden>Take out</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
        <form id={formId} noValidate onSubmit={submit} className={classes.groupForm}>
          <TextField
            ref={field}
            label="Put into group"
            hint="One that there is, or a new one."
            list={listId}
            maxLength={60}
            autoComplete="off"
            value={typed.text}
            error={typed.error}
            onChange={({ target }) => setTyped({ text: target.value, error: null })}
          />
          <datalist id={listId}>
            {(data?.items ?? []).map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" size="small" busy={isLoading} busyLabel="Saving...">
            Put in
          </Button>
        </form>
      </Dialog>
    </>
  );
}
