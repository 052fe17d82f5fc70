import classes from './ClaimMark.module.css';

/** Marks the statement before it as the company's own. */
export function ClaimMark() {
  return <span className={classes.mark}>Company claim</span>;
}
