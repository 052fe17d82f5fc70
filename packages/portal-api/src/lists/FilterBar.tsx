import type { ReactNode } from 'react';
import classes from './lists.module.css';

/** The search field and the filters above a list: in a row, on a phone two to a line. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}
