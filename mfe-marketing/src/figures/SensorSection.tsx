import { classNames } from '@cytocomm/kit';
import drawing from './drawing.module.css';
import { Cell, Mark } from './drawing.tsx';
import own from './SensorSection.module.css';

const skin = 'M-740 206c220 16 340-14 540 0s180 22 330 10 150-16 290-6 180-14 330-2 250 14 400-2 380-14 710 4';
const lowerSkin = 'M-740 252c220 14 340-12 540 2s180 18 330 8 150-14 290-4 180-12 330-2 250 12 400-4 380-10 710 4';
const tissue = 'M-740 312c220 12 340-10 540 2s180 14 330 8 150-10 290-4 180-8 330 0 250 8 400-4 380-8 710 4';

const cells = [
  { x: 436, y: 372, r: 21, turn: 0 },
  { x: 478, y: 352, r: 16, turn: 1 },
  { x: 484, y: 392, r: 19, turn: 2 },
  { x: 524, y: 370, r: 23, turn: 1 },
  { x: 566, y: 350, r: 15, turn: 0 },
  { x: 570, y: 388, r: 20, turn: 2 },
  { x: 612, y: 366, r: 22, turn: 0 },
  { x: 652, y: 390, r: 16, turn: 1 },
  { x: 654, y: 353, r: 18, turn: 2 },
  { x: 690, y: 373, r: 17, turn: 0 },
] as const;

/** What circulates: molecules on their way from the capillaries to the capsule. */
const molecules = [
  [452, 478],
  [498, 452],
  [514, 492],
  [540, 440],
  [590, 462],
  [606, 436],
  [648, 484],
  [676, 448],
  [700, 474],
] as const;

function Marks() {
  return (
    <>
      <path d="M644 82h40" className={drawing.leader} />
      <Mark x={700} y={82} number={1} />
      <path d="M378 184v46" className={drawing.leader} />
      <circle cx="378" cy="231" r="3" className={drawing.solid} />
      <Mark x={378} y={168} number={2} />
      <path d="M404 352h-14" className={drawing.leader} />
      <Mark x={374} y={352} number={3} />
      <path d="M690 373h44" className={drawing.leader} />
      <Mark x={750} y={373} number={4} />
      <path d="M396 488v-14" className={drawing.leader} />
      <Mark x={396} y={460} number={5} />
      <path d="M706 474h28" className={drawing.leader} />
      <Mark x={750} y={474} number={6} />
    </>
  );
}

/**
 * The implanted sensor in cross-section: reader, skin, capsule with cells, capillaries. With a description it is a
 * figure with numbered marks, without one a picture. The middle holds on a phone.
 */
export function SensorSection({
  description,
  className,
}: {
  readonly description?: string;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      viewBox="-740 0 2600 580"
      preserveAspectRatio="xMidYMid slice"
      role={description ? 'img' : undefined}
      aria-label={description}
      aria-hidden={description ? undefined : 'true'}
      className={className ?? own.section}
    >
      {/* The layers of the skin. */}
      <path d={`${skin}V580H-740Z`} className={own.dermis} />
      <path d={`${lowerSkin}V580H-740Z`} className={own.dermis} />
      <path d={`${tissue}V580H-740Z`} className={own.subcutis} />
      <path d={skin} className={drawing.line} />
      <path d={lowerSkin} className={drawing.rule} />
      <path d={tissue} className={drawing.rule} />

      <g className={own.scene}>
        {/* The capillaries, which the scene takes along: a mark points at one. */}
        <path
          d="M-980 480c80 0 160 8 240 20c200 30 340-30 540-10s210 40 330 16 190-36 300-22 150 34 260 30 160-34 280-30 200 44 360 30 320-30 530-8"
          className={own.vessel}
        />
        <path
          d="M-980 572c80 0 160-8 240-16c200-20 380 20 560 6s220-24 330-14 180 26 300 16 170-32 290-22 180 28 300 20 240-24 380-14 260 18 440 6"
          className={own.vessel}
        />

        {/* The reader and the signal that reaches it. */}
        <rect x="476" y="66" width="168" height="70" rx="16" className={own.device} />
        <path d="M500 116h14c10 0 11-30 20-30s11 20 24 26c8 3 14 4 30 4" className={drawing.trace} />
        <circle cx="618" cy="101" r="5" className={drawing.solid} />
        <path d="M560 318V152" className={classNames(drawing.trace, drawing.dashed)} />
        <path d="M551 162l9-12 9 12" className={drawing.trace} />

        {/* The capsule and its cells. */}
        <rect x="400" y="322" width="324" height="100" rx="50" className={own.capsule} />
        <rect x="400" y="322" width="324" height="100" rx="50" className={own.wall} />
        {cells.map((cell) => (
          <Cell key={`${cell.x}-${cell.y}`} {...cell} />
        ))}

        {molecules.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3.5" className={drawing.solid} />
        ))}

        {description ? <Marks /> : null}
      </g>
    </svg>
  );
}
