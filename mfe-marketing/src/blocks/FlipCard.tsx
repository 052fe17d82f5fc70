import { classNames, Heading, Icon, Link } from '@cytocomm/kit';
import { useId, useState } from 'react';
import type { home } from '../content/home.ts';
import pictureStyles from '../figures/CardPictures.module.css';
import drawing from '../figures/drawing.module.css';
import { Cell, curveIn, levelOf, pointIn } from '../figures/drawing.tsx';
import classes from './FlipCard.module.css';

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
    <svg viewBox="0 0 560 330" aria-hidden="true" className={pictureStyles.picture}>
      <path d="M312 68V14" className={classNames(drawing.trace, drawing.dashed)} />
      <path d="M303 24l9-12 9 12" className={drawing.trace} />
      <rect x="76" y="72" width="474" height="186" rx="93" className={pictureStyles.capsule} />
      <rect x="76" y="72" width="474" height="186" rx="93" className={pictureStyles.wall} />
      {cells.map(([x, y, r, turn]) => (
        <Cell key={x} x={x} y={y} r={r} turn={turn} />
      ))}
      <g className={drawing.solid}>
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
  { seed: 3, level: levelOf(0.1, [0.24, 0.7, 0.09], [0.62, 0.42, 0.08]) },
  { seed: 8, level: levelOf(0.1, [0.26, 0.86, 0.12], [0.64, 0.6, 0.09]) },
  { seed: 14, level: levelOf(0.1, [0.24, 0.4, 0.07], [0.62, 0.2, 0.06]) },
  { seed: 21, level: levelOf(0.1, [0.27, 0.76, 0.1], [0.65, 0.7, 0.1]) },
];

/** One cohort: four animals, each with its own recording on a common time axis. */
function Cohort() {
  return (
    <svg viewBox="0 0 560 330" aria-hidden="true" className={pictureStyles.picture}>
      {[0.24, 0.62].map((dose) => (
        <path key={dose} d={`M${108 + dose * 420} 24V306`} className={pictureStyles.dose} />
      ))}
      {animals.map(({ level, seed }, row) => {
        const frame = { x: 108, y: 22 + row * 70, width: 420, height: 66 };
        const end = pointIn(frame, 1, level(1));
        return (
          <g key={seed}>
            <path d={`M108 ${frame.y + 66}h420`} className={drawing.rule} />
            <Cell x={62} y={frame.y + 44} r={19} turn={row} />
            <path d={curveIn(frame, level, { noise: 0.02, seed, points: 90 })} className={drawing.trace} />
            <circle cx={end.x} cy={end.y} r="4" className={drawing.solid} />
          </g>
        );
      })}
    </svg>
  );
}

/**
 * A card with a picture in front and a description on the back. It turns under the pointer, while its link has the
 * focus, and by a press. Both sides are always there for a screen reader, which needs no turning.
 */
export function FlipCard({ card }: { readonly card: (typeof home.cards)[number] }) {
  const [turned, setTurned] = useState(false);
  const titleId = useId();
  return (
    <article className={classes.card} aria-labelledby={titleId} data-turned={turned || undefined}>
      <div className={classes.leaf}>
        <div className={classes.front} data-tone="ink">
          <div className={classes.picture}>{card.picture === 'capsule' ? <Capsule /> : <Cohort />}</div>
          <div className={classes.title}>
            <Heading level={2} size="title-large" id={titleId}>
              {card.title}
            </Heading>
            <Icon name="plus" className={classes.sign} />
          </div>
        </div>
        <div className={classes.back} data-tone="mist">
          <p aria-hidden="true" className={classes.backTitle}>
            {card.title}
          </p>
          <p className={classes.description}>{card.description}</p>
          <Link to={card.to} className={classes.more}>
            {card.more}
            <Icon name="arrow-right" size="small" />
          </Link>
        </div>
      </div>
      <button
        type="button"
        className={classes.turn}
        aria-pressed={turned}
        aria-label={`Turn the card: ${card.title}`}
        onClick={() => setTurned(!turned)}
      />
    </article>
  );
}
