import { Band, Heading, Section } from '@cytocomm/kit';
import { useId } from 'react';
import { PageHero } from '../blocks/PageHero.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import classes from '../blocks/Statement.module.css';
import { Split } from '../blocks/TextSections.tsx';
import { about } from '../content/about.ts';
import type { Passage } from '../content/types.ts';
import cellStyles from '../figures/CellWithSignal.module.css';
import drawing from '../figures/drawing.module.css';
import { curveIn, levelOf } from '../figures/drawing.tsx';

const level = levelOf(0.06, [0.18, 0.4, 0.05], [0.42, 0.95, 0.07], [0.72, 0.5, 0.06]);

/** A cell whose nucleus is a signal: what the company makes, as one drawing. Decoration. */
function CellWithSignal() {
  return (
    <svg viewBox="0 0 520 520" aria-hidden="true" className={drawing.drawing}>
      <circle cx="260" cy="260" r="250" className={cellStyles.outer} />
      <circle cx="260" cy="260" r="216" className={cellStyles.plasma} />
      <circle cx="272" cy="270" r="132" className={cellStyles.nucleus} />
      <circle cx="118" cy="176" r="16" className={drawing.wash2} />
      <circle cx="150" cy="372" r="10" className={drawing.wash2} />
      <circle cx="404" cy="128" r="12" className={drawing.wash2} />
      <circle cx="392" cy="408" r="18" className={drawing.wash2} />
      <path
        d={curveIn({ x: 150, y: 186, width: 370, height: 140 }, level, { noise: 0.008, points: 150 })}
        className={cellStyles.signal}
      />
    </svg>
  );
}

/** A few sentences the company stands for, set large, with their name in the margin. */
function Statement({ title, paragraphs = [] }: Passage) {
  const id = useId();
  return (
    <Band aria-labelledby={id}>
      <div className={classes.row}>
        <Heading level={2} size="title-small" id={id} className={classes.name}>
          {title}
        </Heading>
        <div className={classes.text}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </Band>
  );
}

/** The company: vision, what sets it apart, mission, team. */
export default function About() {
  return (
    <>
      <PageHero opening={about.opening} figure={<CellWithSignal />} place="close" />
      <Statement {...about.vision} />
      <Split {...about.apart} tone="mist" />
      <Statement {...about.mission} />
      <Section tone="mist" title={about.teamTitle}>
        <PeopleGrid people={about.team} columns={3} />
      </Section>
    </>
  );
}
