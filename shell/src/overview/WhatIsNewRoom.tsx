import { type ComponentType, useEffect, useState } from 'react';
import type { RecordScope } from '../palette/offers.ts';
import classes from './overview.module.css';

/** The room of the first blocks of an overview, which load beside the sections below. Without them it stays empty. */
export function WhatIsNewRoom(scope: RecordScope) {
  const [Blocks, setBlocks] = useState<ComponentType<RecordScope> | null>(null);
  useEffect(() => {
    let isShown = true;
    import('./WhatIsNew.tsx').then(
      (module) => isShown && setBlocks(() => module.default),
      // The sections below stand without it, and the bell has the same.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return <div className={classes.room}>{Blocks ? <Blocks {...scope} /> : null}</div>;
}
