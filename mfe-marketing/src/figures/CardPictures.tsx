import { classNames } from '@cytocomm/kit';
import type { FlipCardContent } from '../content/home.ts';
import own from './CardPictures.module.css';
import { Cell } from './Cell.tsx';
import { curveIn, levelOf, pointIn } from './curve.ts';
import classes from './drawing.module.css';

const cells = [
  [150, 168, 44, 0],
  [232, 128, 32, 1],
  [246, 206, 38, 2],
  [322, 164, 48, 0],
  [402, 126, 30, 2],
  [408, 200, 36, 1],
  [474, 160, 34, 0],
] as const;

/** The capsule, close: its porous wall and the cells inside. */
function Capsule() {
  return (
    <svg viewBox="0 0 560 330" aria-hidden="true" className={own.picture}>
      <path d="M312 68V14" className={classNames(classes.trace, classes.dashed)} />
      <path d="M303 24l9-12 9 12" className={classes.trace} />
      <rect x="76" y="72" width="474" height="186" rx="93" className={own.capsule} />
      <rect x="76" y="72" width="474" height="186" rx="93" className={own.wall} />
      {cells.map(([x, y, r, turn]) => (
        <Cell key={x} x={x} y={y} r={r} turn={turn} />
      ))}
      <g className={classes.solid}>
        <circle cx="40" cy="108" r="4" />
        <circle cx="58" cy="198" r="3" />
        <circle cx="22" cy="226" r="4" />
        <circle cx="104" cy="286" r="3" />
        <circle cx="196" cy="296" r="4" />
        <circle cx="300" cy="284" r="3" />
      </g>
    </svg>
  );
}

const animals = [
  {
    pulses: [
      { at: 0.24, height: 0.7, length: 0.09 },
      { at: 0.62, height: 0.42, length: 0.08 },
    ],
    seed: 3,
  },
  {
    pulses: [
      { at: 0.26, height: 0.86, length: 0.12 },
      { at: 0.64, height: 0.6, length: 0.09 },
    ],
    seed: 8,
  },
  {
    pulses: [
      { at: 0.24, height: 0.4, length: 0.07 },
      { at: 0.62, height: 0.2, length: 0.06 },
    ],
    seed: 14,
  },
  {
    pulses: [
      { at: 0.27, height: 0.76, length: 0.1 },
      { at: 0.65, height: 0.7, length: 0.1 },
    ],
    seed: 21,
  },
];

/** One cohort: four animals, each with its own recording on a common time axis. */
function Cohort() {
  return (
    <svg viewBox="0 0 560 330" aria-hidden="true" className={own.picture}>
      {[0.24, 0.62].map((dose) => (
        <path key={dose} d={`M${108 + dose * 420} 24V306`} className={own.dose} />
      ))}
      {animals.map(({ pulses, seed }, row) => {
        const frame = { x: 108, y: 22 + row * 70, width: 420, height: 66 };
        const level = levelOf(pulses, 0.1);
        const end = pointIn(frame, 1, level(1));
        return (
          <g key={seed}>
            <path d={`M108 ${frame.y + 66}h420`} className={classes.rule} />
            <Cell x={62} y={frame.y + 44} r={19} turn={row} />
            <path d={curveIn(frame, level, { noise: 0.02, seed, points: 90 })} className={classes.trace} />
            <circle cx={end.x} cy={end.y} r="4" className={classes.solid} />
          </g>
        );
      })}
    </svg>
  );
}

/** The picture in front of a card of the home page. Decoration: the card's back says it in words. */
export function CardPicture({ picture }: { readonly picture: FlipCardContent['picture'] }) {
  return picture === 'capsule' ? <Capsule /> : <Cohort />;
}
