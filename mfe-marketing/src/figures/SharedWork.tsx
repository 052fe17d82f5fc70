import classes from './drawing.module.css';
import own from './SharedWork.module.css';

/** Three cells that overlap; what they share is the instrument. */
export function SharedWork({
  description,
  words,
}: {
  readonly description: string;
  readonly words: readonly [string, string, string];
}) {
  const [top, left, right] = words;
  return (
    <svg viewBox="0 0 520 460" role="img" aria-label={description} className={classes.drawing}>
      <circle cx="260" cy="162" r="150" className={own.cell} />
      <circle cx="172" cy="296" r="150" className={own.cell} />
      <circle cx="348" cy="296" r="150" className={own.cell} />
      <circle cx="260" cy="250" r="44" className={own.core} />
      <path d="M226 264h12c8 0 9-28 18-28s10 19 21 24c6 3 10 4 19 4" className={own.signal} />
      <text x="260" y="84" className={own.word}>
        {top}
      </text>
      <text x="116" y="348" className={own.word}>
        {left}
      </text>
      <text x="404" y="348" className={own.word}>
        {right}
      </text>
    </svg>
  );
}
