import { classNames } from '@cytocomm/kit';
import classes from './Portrait.module.css';
import { type Features, featuresOf } from './portrait-features.ts';
import { facePath, garmentPaths, hairShapes } from './portrait-paths.ts';

const brows = ['M76 91q8-5 17-2M107 89q9-3 17 2', 'M76 90q9-3 17 0M107 90q8-3 17 0', 'M77 88q8-4 16 2M107 90q8-6 16-2'];
const noses = [
  'M101 100c-2 8-7 15-5 19q4 4 10 1',
  'M99 100c1 8 7 14 5 18q-5 4-10 0',
  'M100 102c-1 7-5 13-4 16q4 3 8 0',
];

function Beard({ features: { beard, head } }: { readonly features: Features }) {
  if (beard === 'none') return null;
  const { left, right, chin, jaw } = head;
  const top = beard === 'full' ? 116 : 128;
  const inset = beard === 'full' ? 1 : 4;
  return (
    <path
      d={`M${left + inset} ${top - 8}C${left + 4} ${chin - 22} ${100 - jaw} ${chin + 3} 100 ${chin + 3}S${right - 4} ${chin - 22} ${right - inset} ${top - 8}C${right - 10} ${top + 10} 116 124 100 125S${left + 10} ${top + 10} ${left + inset} ${top - 8}Z`}
      className={classNames(classes.hair, beard === 'full' ? classes.middle : classes.light)}
    />
  );
}

function Glasses({ kind }: { readonly kind: Features['glasses'] }) {
  if (kind === 'none') return null;
  return (
    <g className={classes.glasses}>
      {kind === 'round' ? (
        <>
          <circle cx="84" cy="101" r="12.5" />
          <circle cx="116" cy="101" r="12.5" />
        </>
      ) : (
        <>
          <rect x="71" y="91" width="26" height="20" rx="5" />
          <rect x="103" y="91" width="26" height="20" rx="5" />
        </>
      )}
      <path d="M96.5 99q3.5-3 7 0M71.5 98l-9-2M128.5 98l9-2" />
    </g>
  );
}

/** A line drawing of a person, made from a seed: another seed is another face. With a name it is a picture, else decoration. */
export function Portrait({ seed, name }: { readonly seed: number; readonly name?: string }) {
  const features = featuresOf(seed);
  const { head, hair, hairTone, garment, glasses, smile, brow, nose, mirrored } = features;
  const shapes = hairShapes(hair, head);
  const hairClass = classNames(classes.hair, classes[hair === 'buzz' ? 'shade' : hairTone]);
  const worn = garmentPaths[garment];
  return (
    <svg
      viewBox="0 0 200 240"
      role={name ? 'img' : undefined}
      aria-label={name ? `Portrait of ${name}, a line drawing` : undefined}
      aria-hidden={name ? undefined : 'true'}
      className={classes.portrait}
    >
      <circle cx="100" cy="112" r="84" className={classes.halo} />
      <g transform={mirrored ? 'matrix(-1 0 0 1 200 0)' : undefined}>
        {shapes.back ? <path d={shapes.back} className={hairClass} /> : null}
        <path d="M84 140v36q0 14 16 16 16-2 16-16v-36Z" className={classes.skin} />
        <g transform="matrix(1.12 0 0 1.2 -12 -45)">
          <path d={worn.body} className={classes.garment} />
          <path d={worn.lines} className={classes.fine} />
        </g>
        <path
          d={`M${head.left + 1} 96c-8-5-11 3-8 12q3 8 9 7M${head.right - 1} 96c8-5 11 3 8 12q-3 8-9 7`}
          className={classes.skin}
        />
        <path d={facePath(head)} className={classes.skin} />
        <Beard features={features} />
        <path d={shapes.front} className={hairClass} />
        <path
          d={shapes.strands}
          className={hairTone === 'dark' && hair !== 'receding' ? classes.strandOnDark : classes.fine}
        />
        <circle cx="84" cy="101" r="2.6" className={classes.eye} />
        <circle cx="116" cy="101" r="2.6" className={classes.eye} />
        <path d="M78 98q6-4.5 12 0M110 98q6-4.5 12 0" className={classes.fine} />
        <path
          d={`${brows[brow] ?? ''}${noses[nose] ?? ''}M88 133q12 ${smile} 24 0M96 141q4 1.5 8 0`}
          className={classes.fine}
        />
        <Glasses kind={glasses} />
      </g>
    </svg>
  );
}
