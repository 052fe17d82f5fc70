import { Band, Heading, Section, type Tone } from '@cytocomm/kit';
import { useId } from 'react';
import { PageHero } from '../blocks/PageHero.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import classes from '../blocks/Statement.module.css';
import { about } from '../content/about.ts';
import type { Passage } from '../content/types.ts';
import { CellWithSignal } from '../figures/CellWithSignal.tsx';

/** A few sentences the company stands for, set large, with their name in the margin. */
function Statement({ statement, tone = 'paper' }: { readonly statement: Passage; readonly tone?: Tone }) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id}>
      <div className={classes.row}>
        <Heading level={2} size="title-small" id={id} className={classes.name}>
          {statement.title}
        </Heading>
        <div className={classes.text}>
          {statement.paragraphs.map((paragraph) => (
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
      <Statement statement={about.vision} />
      <Split tone="mist" title={about.apart.title}>
        <Points points={about.apart.points} />
      </Split>
      <Statement statement={about.mission} />
      <Section tone="mist" title={about.teamTitle}>
        <PeopleGrid people={about.team} columns={3} />
      </Section>
    </>
  );
}
