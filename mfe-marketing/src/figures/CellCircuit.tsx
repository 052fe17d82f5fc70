import { classNames } from '@cytocomm/kit';
import own from './CellCircuit.module.css';
import classes from './drawing.module.css';
import { Mark } from './Mark.tsx';

/** Inside a biosensor cell: molecule, receptor, promoter, reporter, signal. */
export function CellCircuit({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 560 520" role="img" aria-label={description} className={classes.drawing}>
      <circle cx="290" cy="280" r="222" className={own.cell} />
      <circle cx="290" cy="280" r="213" className={classes.rule} />
      <circle cx="312" cy="318" r="128" className={own.nucleus} />

      {/* Molecules arrive from outside. */}
      <g className={own.molecule}>
        <path d="M70 62l15 9v18l-15 9-15-9V71z" />
        <path d="M128 30l12 7v14l-12 7-12-7V37z" />
        <path d="M36 136l11 6v13l-11 6-11-6v-13z" />
      </g>
      <path d="M92 96l26 24" className={classNames(classes.other, classes.dashed)} />

      {/* The receptor sits in the membrane. */}
      <path d="M112 138q4 22 24 22t26-22M137 160l34 40" className={own.receptor} />
      <path d="M137 122l12 7v14l-12 7-12-7v-14z" className={own.bound} />

      {/* The recognition travels to the nucleus. */}
      <path d="M180 212c14 18 24 34 32 56" className={classes.trace} />
      <path d="M204 258l9 12 5-14" className={classes.trace} />

      {/* DNA with promoter and reporter. */}
      <rect x="212" y="312" width="74" height="48" rx="9" className={own.promoter} />
      <rect x="294" y="312" width="118" height="48" rx="9" className={own.reporter} />
      <path d="M196 336c15-26 30-26 45 0s30 26 45 0 30-26 45 0 30 26 45 0 30-26 45 0" className={classes.line} />
      <path d="M196 336c15 26 30 26 45 0s30-26 45 0 30 26 45 0 30-26 45 0 30 26 45 0" className={classes.line} />
      <path
        d="M207 324v24M219 317v38M231 322v28M251 322v28M263 317v38M275 322v28M296 322v28M308 317v38M320 322v28M341 322v28M353 317v38M365 322v28M386 322v28M398 317v38M410 322v28"
        className={own.rungs}
      />
      <path d="M248 312v-22h44" className={classes.trace} />
      <path d="M284 283l9 7-9 7" className={classes.trace} />

      {/* The signal leaves the cell. */}
      <path d="M350 296c24-56 54-92 92-124" className={classNames(classes.trace, classes.dashed)} />
      <path d="M442 172l58-48M486 126l15-3-3 15" className={classes.trace} />

      <Mark x={104} y={60} number={1} />
      <Mark x={190} y={150} number={2} />
      <Mark x={249} y={384} number={3} />
      <Mark x={353} y={384} number={4} />
    </svg>
  );
}
