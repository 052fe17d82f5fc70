import { classNames, Icon } from '@cytocomm/kit';
import { courseOf, curveIn, levelOf, type Pulse, pointIn } from './curve.ts';
import own from './DashboardDrawing.module.css';
import classes from './drawing.module.css';

interface Animal {
  readonly name: string;
  /** When it was last heard, in hours before now. */
  readonly lastHours: number;
  readonly silent: boolean;
  readonly pulses: readonly Pulse[];
}

/** Returns an animal whose pulses are given as start, height and length; silent when it was not heard for a day. */
function makeAnimal(
  name: string,
  lastHours: number,
  ...pulses: ReadonlyArray<readonly [number, number, number]>
): Animal {
  return {
    name,
    lastHours,
    silent: lastHours > 24,
    pulses: pulses.map(([at, height, length]) => ({ at, height, length })),
  };
}

const animals: readonly Animal[] = [
  makeAnimal('A-01', 2 / 60, [0.18, 0.42, 0.05], [0.55, 0.4, 0.06]),
  makeAnimal('A-02', 1 / 60, [0.2, 0.66, 0.03], [0.57, 0.82, 0.035]),
  makeAnimal('A-03', 4 / 60, [0.19, 0.3, 0.05], [0.56, 0.22, 0.05]),
  makeAnimal('A-04', 130, [0.2, 0.55, 0.06]),
  makeAnimal('A-05', 2 / 60, [0.18, 0.7, 0.06], [0.55, 0.6, 0.09]),
  makeAnimal('A-06', 3 / 60, [0.21, 0.5, 0.08], [0.58, 0.55, 0.07]),
];

/** Eleven days, from the morning of day 1 to that of day 11. */
const HOURS = 240;
/** Where the recording has come to, as a part of it. */
const NOW = 0.94;
/** When the doses were given, as parts of it. */
const DOSES = [0.19, 0.56] as const;

const chart = { x: 0, y: 12, width: 700, height: 236 };
const chosen = animals[1]?.pulses ?? [];
const chosenLevel = levelOf(chosen, 0.1);
const now = pointIn(chart, NOW, chosenLevel(NOW));
const course = courseOf(chosen[1] ?? { at: 0, height: 0, length: 0 }, DOSES[1], HOURS);

function sinceThen(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.floor(hours / 24)} d`;
}

function MainChart() {
  return (
    <svg viewBox="0 0 712 290" aria-hidden="true" className={classes.drawing}>
      {[0.25, 0.5, 0.75].map((part) => (
        <path key={part} d={`M0 ${12 + part * 236}h700`} className={classes.rule} />
      ))}
      {DOSES.map((dose) => (
        <g key={dose}>
          <path d={`M${dose * 700} 248V12`} className={classNames(classes.other, classes.dashed)} />
          <path d={`M${dose * 700 - 5} 2h10l-5 9z`} className={classes.solid} />
        </g>
      ))}
      <path d={`${curveIn(chart, chosenLevel, { to: NOW })}V248H0Z`} className={classes.wash} />
      <path d="M0 248h700" className={classes.axis} />
      <path d={curveIn(chart, chosenLevel, { to: NOW, noise: 0.012, points: 150 })} className={classes.trace} />
      <circle cx={now.x} cy={now.y} r="11" className={classes.wash2} />
      <circle cx={now.x} cy={now.y} r="4.5" className={classes.solid} />
      {[1, 3, 5, 7, 9, 11].map((day, index) => (
        <text
          key={day}
          x={index * 140}
          y="278"
          className={classNames(classes.label, index === 5 ? classes.end : undefined)}
        >
          {index === 0 ? `Day ${day}` : day}
        </text>
      ))}
    </svg>
  );
}

function Sparkline({
  animal: { pulses, silent, lastHours },
  index,
}: {
  readonly animal: Animal;
  readonly index: number;
}) {
  return (
    <svg viewBox="0 0 160 56" aria-hidden="true" className={own.spark}>
      <path d="M0 52h160" className={classes.axis} />
      <path
        d={curveIn({ x: 0, y: 4, width: 160, height: 46 }, levelOf(pulses, 0.1), {
          to: NOW - lastHours / HOURS,
          noise: 0.02,
          points: 60,
          seed: 5 + index * 7,
        })}
        className={silent ? classes.other : classes.trace}
      />
    </svg>
  );
}

/** The software's dashboard as a drawing with invented readings. One picture to a screen reader. */
export function DashboardDrawing({ description }: { readonly description: string }) {
  return (
    <div role="img" aria-label={description} className={own.window}>
      <div className={own.bar}>
        <span className={own.study}>Study 014 · cohort A</span>
        <span className={own.live}>
          <span className={own.liveDot} />
          Recording
        </span>
      </div>
      <div className={own.body}>
        <div className={own.list}>
          {animals.map((animal, index) => (
            <div key={animal.name} className={classNames(own.row, index === 1 && own.chosen)}>
              <Icon
                name={animal.silent ? 'warning' : 'cell'}
                size="small"
                className={animal.silent ? own.silent : own.cell}
              />
              <span>{animal.name}</span>
              <span className={own.last}>{sinceThen(animal.lastHours)}</span>
            </div>
          ))}
        </div>
        <div className={own.main}>
          <div className={own.head}>
            <span className={own.name}>A-02</span>
            <span className={own.fact}>
              Onset <b>{course.onset.toFixed(1)} h</b>
            </span>
            <span className={own.fact}>
              Peak <b>{course.peak.toFixed(1)} h</b>
            </span>
            <span className={own.fact}>
              Return <b>{Math.round(course.back)} h</b>
            </span>
          </div>
          <MainChart />
        </div>
      </div>
      <div className={own.cohort}>
        {animals.map((animal, index) => (
          <div key={animal.name} className={own.small}>
            <span>{animal.name}</span>
            <Sparkline animal={animal} index={index} />
          </div>
        ))}
      </div>
    </div>
  );
}
