import { Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { Statement } from '../blocks/Statement.tsx';
import { about } from '../content/about.ts';
import { CellWithSignal } from '../figures/CellWithSignal.tsx';

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
