import { classNames } from '@cytocomm/kit';
import { curveIn, levelOf, pointIn } from './curve.ts';
import classes from './drawing.module.css';
import { Mark } from './Mark.tsx';

const frame = { x: 8, y: 40, width: 624, height: 270 };
/** The response, the dose before it, and how many hours the recording has. */
export const recorded = { pulse: { at: 0.3, height: 0.72, length: 0.14 }, dose: 0.26, hours: 50 };
const level = levelOf([recorded.pulse], 0.14);
const bottom = frame.y + frame.height;
const dose = pointIn(frame, recorded.dose, 0.14);
const peak = pointIn(frame, 0.44, level(0.44));
const hours = ['−12 h', '0 h', '12 h', '24 h', '36 h'];

/** How a recording is read: baseline, dose, onset, peak, return. */
export function ReadRecording({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 640 360" role="img" aria-label={description} className={classes.drawing}>
      <rect
        x={frame.x}
        y={pointIn(frame, 0, 0.19).y}
        width={frame.width}
        height={0.1 * frame.height}
        className={classes.wash}
      />
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={classes.axis} />
      {hours.map((hour, index) => {
        const x = pointIn(frame, 0.02 + index * 0.24, 0).x;
        return (
          <g key={hour}>
            <path d={`M${x} ${bottom}v6`} className={classes.axis} />
            <text x={x} y={bottom + 28} className={classNames(classes.label, index > 0 ? classes.middle : undefined)}>
              {hour}
            </text>
          </g>
        );
      })}
      <path d={`M${dose.x} ${bottom}V62`} className={classNames(classes.other, classes.dashed)} />
      <path d={`M${peak.x} ${bottom}V${peak.y + 8}`} className={classes.rule} />
      <path d={curveIn(frame, level, { noise: 0.011, points: 150 })} className={classes.trace} />
      <circle cx={peak.x} cy={peak.y} r="5" className={classes.solid} />
      <Mark x={70} y={220} number={1} />
      <Mark x={dose.x} y={48} number={2} />
      <path d="M212 254l34 14" className={classes.leader} />
      <Mark x={260} y={272} number={3} />
      <Mark x={peak.x} y={peak.y - 26} number={4} />
      <Mark x={548} y={206} number={5} />
    </svg>
  );
}
