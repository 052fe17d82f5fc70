import type { User } from '@cytocomm/contract';
import { useSession } from '@cytocomm/session';
import { peopleFor, switchTo } from '@cytocomm/test-kit/browser';
import { useState } from 'react';
import classes from './harness.module.css';
import { remote } from './remote.ts';

const people = peopleFor(remote);

/** Who is signed in: no one, or a person of the demo data. */
export function RoleSwitch() {
  const status = useSession((session) => session.status);
  const email = useSession((session) => session.email);
  const [failure, setFailure] = useState<string | null>(null);
  const present = status === 'signed-in' ? email : null;

  const choose = (person: User | null) => {
    setFailure(null);
    switchTo(person).catch((error: unknown) => setFailure(String(error)));
  };

  return (
    <fieldset className={classes.roles}>
      <legend className="visually-hidden">Who is signed in</legend>
      <label className={classes.role}>
        <input type="radio" name="person" checked={present === null} onChange={() => choose(null)} />
        <span>signed out</span>
      </label>
      {people.map((person) => (
        <label key={person.email} className={classes.role}>
          <input type="radio" name="person" checked={present === person.email} onChange={() => choose(person)} />
          <span>{person.roles.join(' + ') || 'no role'}</span>
        </label>
      ))}
      {failure ? <span role="alert">{failure}</span> : null}
    </fieldset>
  );
}
