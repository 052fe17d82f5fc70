import { classNames, Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Beside, Closing, RegulatoryNotice } from '../blocks/PageSections.tsx';
import { Steps } from '../blocks/Steps.tsx';
import { clinical } from '../content/clinical.ts';
import drawing from '../figures/drawing.module.css';
import { Cell, curveIn, levelOf } from '../figures/drawing.tsx';
import { Figure } from '../figures/Figure.tsx';
import { SampledCourse } from '../figures/SampledCourse.tsx';
import own from '../figures/WearableSketch.module.css';

const level = levelOf(0.08, [0.16, 0.4, 0.07], [0.46, 0.85, 0.1]);

/** A forearm with a reader on the skin and the capsule below it. */
function WearableSketch({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 520 400" role="img" aria-label={description} className={classNames(drawing.drawing, own.sketch)}>
      <path
        d="M-6 206C70 176 150 170 236 182s150 24 200 14c30-5 60-24 90-48M-6 346c70 16 150 10 232-4s140-14 196-20c40-4 76-20 110-50"
        className={drawing.line}
      />
      <path
        d="M-6 206C70 176 150 170 236 182s150 24 200 14c30-5 60-24 90-48v118c-34 30-70 46-110 50-56 6-114 6-196 20s-162 20-232 4z"
        className={own.arm}
      />
      <path d="M40 300c60 10 120 8 190-4M330 300c40-4 70-6 104-16" className={drawing.other} />
      <ellipse cx="206" cy="196" rx="62" ry="22" className={own.reader} />
      <ellipse cx="206" cy="190" rx="62" ry="22" className={own.reader} />
      <path d="M176 198h12c6 0 7-16 13-16s7 11 14 14c4 2 10 2 19 2" className={drawing.trace} />
      <path d="M206 262V224" className={classNames(drawing.trace, drawing.dashed)} />
      <rect x="146" y="264" width="120" height="34" rx="17" className={classNames(own.capsule, drawing.dashed)} />
      <Cell x={172} y={281} r={10} turn={0} />
      <Cell x={198} y={280} r={9} turn={1} />
      <Cell x={222} y={282} r={10} turn={2} />
      <Cell x={246} y={281} r={8} turn={0} />
      <path d="M206 166V120" className={drawing.leader} />
      <path d={curveIn({ x: 206, y: 30, width: 300, height: 96 }, level, { noise: 0.012 })} className={drawing.trace} />
      <path d="M206 122H506" className={drawing.axis} />
    </svg>
  );
}

/** Where the work points, and what has to come first. */
export default function Clinical() {
  const { idea, figure, road } = clinical;
  return (
    <>
      <PageHero
        opening={clinical.opening}
        figure={
          <Figure number={1} caption={clinical.sketch.caption}>
            <WearableSketch description={clinical.sketch.description} />
          </Figure>
        }
      />
      <RegulatoryNotice notice={clinical.notice} />
      <Beside
        {...idea}
        figure={
          <Figure number={2} caption={figure.caption}>
            <SampledCourse {...figure} />
          </Figure>
        }
      />
      <Section tone="mist" title={road.title} lead={road.lead}>
        <Steps steps={road.steps} />
      </Section>
      <Closing closing={clinical.closing} tone="paper" />
    </>
  );
}
