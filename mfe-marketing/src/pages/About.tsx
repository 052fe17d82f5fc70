import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { about } from '../content/about.ts';

export default function About() {
  return (
    <>
      <PageHero opening={about.opening} />
      <Split title={about.vision.title}>
        <Paragraphs texts={about.vision.paragraphs} />
      </Split>
      <Split title={about.apart.title}>
        <Points points={about.apart.points} />
      </Split>
      <Split title={about.mission.title}>
        <Paragraphs texts={about.mission.paragraphs} />
      </Split>
      <Split title={about.teamTitle}>
        <PeopleGrid people={about.team} columns={3} />
      </Split>
    </>
  );
}
