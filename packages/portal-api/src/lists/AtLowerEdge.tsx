import type { ReactNode } from 'react';
import { focusListWhenGone } from './focus-list.ts';
import classes from './lists.module.css';

/**
 * Draws something at the lower edge of the page, over it and above a bar of chosen rows: what comes late moves no list. In a low
 * window it stands in the page. Where a list follows it, that gets the focus when it goes.
 */
export function AtLowerEdge({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={focusListWhenGone} className={classes.notice}>
      {children}
    </div>
  );
}
