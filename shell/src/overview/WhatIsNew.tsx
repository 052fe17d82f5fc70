import type { RecordScope } from '../palette/offers.ts';
import { Dates } from './Dates.tsx';
import { hasWork } from './has-work.ts';
import { News } from './News.tsx';
import classes from './overview.module.css';
import { Waiting } from './Waiting.tsx';

/** The first blocks of an overview: what is new since the last visit, what waits for the person, and the next dates. */
export default function WhatIsNew(scope: RecordScope) {
  return (
    <div className={classes.blocks}>
      <News {...scope} />
      {hasWork(scope) ? <Waiting {...scope} /> : null}
      <Dates {...scope} />
    </div>
  );
}
