import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { software } from '../content/software.ts';

export default function Software() {
  return (
    <>
      <PageHero opening={software.opening} />
      <Split title={software.capabilities.title}>
        <Points points={software.capabilities.points} comingSoon={software.comingSoon} />
      </Split>
      <Split title={software.remote.title}>
        <Paragraphs texts={software.remote.paragraphs} />
      </Split>
      <Split title={software.plans.title}>
        <Points points={software.plans.points} />
      </Split>
      <Closing closing={software.closing} />
    </>
  );
}
