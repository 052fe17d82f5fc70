import { classNames, Dialog, Tag } from '@cytocomm/kit';
import { useState } from 'react';
import type { Person } from '../content/types.ts';
import { Portrait } from '../figures/Portrait.tsx';
import classes from './PeopleGrid.module.css';

/** People as portraits; each opens a dialog with photo, name, title and biography. */
export function PeopleGrid({ people, columns }: { readonly people: readonly Person[]; readonly columns: 3 | 5 }) {
  const [shown, setShown] = useState<Person | null>(null);
  return (
    <>
      <p className={classes.placeholders}>Names and portraits are placeholders.</p>
      <ul className={classNames(classes.grid, columns === 5 ? classes.five : classes.three)}>
        {people.map((person) => (
          <li key={person.name}>
            <button type="button" aria-haspopup="dialog" className={classes.person} onClick={() => setShown(person)}>
              <span className={classes.photo}>
                <Portrait index={person.portrait} />
              </span>
              <span className={classes.name}>{person.name}</span>
              <span className={classes.title}>{person.title}</span>
            </button>
            {/* Without scripts no dialog opens. */}
            <noscript>
              <p className={classes.bio}>{person.bio}</p>
            </noscript>
          </li>
        ))}
      </ul>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={shown?.name ?? ''} size="medium">
        {shown ? (
          <div className={classes.detail}>
            <span className={classes.photo}>
              <Portrait index={shown.portrait} name={shown.name} />
            </span>
            <div>
              <p className={classes.detailTitle}>{shown.title}</p>
              <Tag tone="amber">Placeholder</Tag>
              <p className={classes.bio}>{shown.bio}</p>
            </div>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
