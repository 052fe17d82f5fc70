import classes from './PartnerMark.module.css';

const marks = [
  'M40 14a26 26 0 1 1 0 52 26 26 0 1 1 0-52M40 26a14 14 0 1 1 0 28 14 14 0 1 1 0-28',
  'M40 12l24 14v28L40 68 16 54V26zM40 12v56M16 26l48 28M64 26L16 54',
  'M16 56h48M16 44h48M16 32h48M28 20v48M52 20v48',
  'M18 18h20v20H18zM42 42h20v20H42zM42 18h20v20H42M18 42h20v20H18',
  'M40 14C54 26 62 36 62 46a22 22 0 0 1-44 0c0-10 8-20 22-32M30 48a10 10 0 0 0 10 10',
  'M14 58L32 22l12 22 8-12 14 26z',
] as const;

/** A neutral mark that holds the place of a partner's. Decoration. */
export function PartnerMark({ index }: { readonly index: number }) {
  return (
    <svg viewBox="0 0 80 80" aria-hidden="true" className={classes.mark}>
      <path d={marks[index % marks.length]} />
    </svg>
  );
}
