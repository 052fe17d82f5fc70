import { company } from '../content/company.ts';
import classes from './ClaimNote.module.css';

/** What the mark on a company claim means; once on every page that has one. */
export function ClaimNote() {
  return <p className={classes.note}>{company.claimNote}</p>;
}
