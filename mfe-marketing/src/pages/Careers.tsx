import { Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Position } from '../blocks/Position.tsx';
import { Split } from '../blocks/Split.tsx';
import { StructuredData } from '../blocks/StructuredData.tsx';
import { careers } from '../content/careers.ts';
import { jobPosting } from '../content/structured-data.ts';
import { BenchScene } from '../figures/BenchScene.tsx';
import classes from './Careers.module.css';

/** Work here: how it is, which positions are open, and that everyone may apply. */
export default function Careers() {
  return (
    <>
      {careers.positions.map((position) => (
        <StructuredData key={position.title} data={jobPosting(position)} />
      ))}
      <PageHero
        opening={careers.opening}
        tone="paper"
        figure={<BenchScene description={careers.scene} />}
        className={classes.hero}
      />
      <Section tone="ink" title={careers.positionsTitle}>
        {careers.positions.map((position) => (
          <Position key={position.title} position={position} />
        ))}
      </Section>
      <Section title={careers.reasonsTitle}>
        <Points points={careers.reasons} layout="columns" />
      </Section>
      <Split tone="mist" title={careers.equal.title}>
        <Paragraphs texts={careers.equal.paragraphs} leading />
      </Split>
    </>
  );
}
