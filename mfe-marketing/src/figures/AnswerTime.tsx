import { classNames } from '@cytocomm/kit';
import { curveIn, levelOf, pointIn } from './curve.ts';
import classes from './drawing.module.css';

const frame = { x: 8, y: 206, width: 488, height: 110 };
const level = levelOf(
  [
    { at: 0.1, height: 0.5, length: 0.07 },
    { at: 0.36, height: 0.82, length: 0.1 },
    { at: 0.7, height: 0.5, length: 0.08 },
  ],
  0.08,
);

/** When a study answers: at its end, or while it runs. */
export function AnswerTime({
  description,
  words,
}: {
  readonly description: string;
  readonly words: {
    readonly traditional: string;
    readonly cytocomm: string;
    readonly start: string;
    readonly end: string;
  };
}) {
  return (
    <svg viewBox="0 0 520 380" role="img" aria-label={description} className={classes.drawing}>
      <text x="8" y="26" className={classNames(classes.label, classes.strong)}>
        {words.traditional}
      </text>
      <path d="M8 98H496" className={classNames(classes.other, classes.dashed)} />
      <circle cx="8" cy="98" r="4" className={classes.dot} />
      <circle cx="496" cy="98" r="13" className={classes.dot} />
      <path d="M490 98l4.5 5 8-10" className={classes.line} />

      <text x="8" y="190" className={classNames(classes.label, classes.strong)}>
        {words.cytocomm}
      </text>
      <path d={`${curveIn(frame, level)}V316H8Z`} className={classes.wash} />
      <path d={curveIn(frame, level, { noise: 0.012 })} className={classes.trace} />
      <path d="M8 316H496" className={classes.axis} />
      {[8, 105, 203, 301, 398, 496].map((x) => (
        <path key={x} d={`M${x} 316v6`} className={classes.axis} />
      ))}
      {[0.17, 0.46, 0.78].map((time) => {
        const { x, y } = pointIn(frame, time, level(time));
        return <circle key={time} cx={x} cy={y} r="5" className={classes.solid} />;
      })}
      <text x="8" y="350" className={classes.label}>
        {words.start}
      </text>
      <text x="496" y="350" className={classNames(classes.label, classes.end)}>
        {words.end}
      </text>
    </svg>
  );
}
