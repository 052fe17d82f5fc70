import { classNames } from '@cytocomm/kit';
import classes from './Portrait.module.css';
import portraits from './portraits.json';

const glasses: Readonly<Record<string, string>> = {
  round: 'M71.5 101a12.5 12.5 0 1 0 25 0 12.5 12.5 0 1 0-25 0M103.5 101a12.5 12.5 0 1 0 25 0 12.5 12.5 0 1 0-25 0',
  square:
    'M76 91h16a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H76a5 5 0 0 1-5-5V96a5 5 0 0 1 5-5zM108 91h16a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5h-16a5 5 0 0 1-5-5V96a5 5 0 0 1 5-5z',
};
const bridge = 'M96.5 99q3.5-3 7 0M71.5 98l-9-2M128.5 98l9-2';

/** The line drawing at `index` of `portraits.json`. With a name it is a picture, else decoration. */
export function Portrait({ index, name }: { readonly index: number; readonly name?: string }) {
  const drawing = portraits[index];
  if (!drawing) return null;
  const hair = classNames(classes.hair, classes[drawing.tone]);
  return (
    <svg
      viewBox="0 0 200 240"
      role={name ? 'img' : undefined}
      aria-label={name ? `Portrait of ${name}, a line drawing` : undefined}
      aria-hidden={name ? undefined : 'true'}
      className={classes.portrait}
    >
      <circle cx="100" cy="112" r="84" className={classes.halo} />
      <g transform={drawing.mirrored ? 'matrix(-1 0 0 1 200 0)' : undefined}>
        {drawing.back ? <path d={drawing.back} className={hair} /> : null}
        <path d="M84 140v36q0 14 16 16 16-2 16-16v-36Z" className={classes.skin} />
        <g transform="matrix(1.12 0 0 1.2 -12 -45)">
          <path d={drawing.body} className={classes.garment} />
          <path d={drawing.collar} className={classes.fine} />
        </g>
        <path d={drawing.ears} className={classes.skin} />
        <path d={drawing.face} className={classes.skin} />
        {drawing.beard ? (
          <path d={drawing.beard} className={classNames(classes.hair, classes[drawing.beardTone ?? 'light'])} />
        ) : null}
        <path d={drawing.front} className={hair} />
        <path d={drawing.strands} className={classes[drawing.strandTone]} />
        <circle cx="84" cy="101" r="2.6" className={classes.eye} />
        <circle cx="116" cy="101" r="2.6" className={classes.eye} />
        <path d="M78 98q6-4.5 12 0M110 98q6-4.5 12 0" className={classes.fine} />
        <path d={drawing.features} className={classes.fine} />
        {drawing.glasses ? (
          <g className={classes.glasses}>
            <path d={`${glasses[drawing.glasses]}${bridge}`} />
          </g>
        ) : null}
      </g>
    </svg>
  );
}
