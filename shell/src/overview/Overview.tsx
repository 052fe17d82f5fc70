import { classNames } from '@cytocomm/kit';
import { type ComponentType, useEffect, useState } from 'react';
import { hasWork } from '../dashboard/sections.ts';
import type { RecordScope } from '../palette/offers.ts';
import classes from './overview.module.css';

/** The place of an overview's first blocks, which load beside the sections below. */
export function Overview(scope: RecordScope) {
  const [Blocks, setBlocks] = useState<ComponentType<RecordScope> | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once more
  useEffect(() => {
    let isShown = true;
    import('./OverviewBlocks.tsx').then(
      (module) => isShown && setBlocks(() => module.default),
      () => isShown && setBlocks('failed'),
    );
    return () => {
      isShown = false;
    };
  }, [attempt]);
  return (
    <div data-follows-session="" className={classNames(classes.room, hasWork(scope.entries) && classes.withWork)}>
      {Blocks === 'failed' ? (
        <p className={classes.hint}>
          What is new could not be loaded.{' '}
          <button type="button" className={classes.retry} onClick={() => setAttempt((last) => last + 1)}>
            Try again
          </button>
        </p>
      ) : Blocks ? (
        <Blocks {...scope} />
      ) : null}
    </div>
  );
}
