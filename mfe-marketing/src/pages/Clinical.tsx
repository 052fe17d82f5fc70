import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { clinical } from '../content/clinical.ts';

export default function Clinical() {
  return (
    <>
      <PageHero opening={clinical.opening} />
      <Split title={clinical.idea.title}>
        <Paragraphs texts={clinical.idea.paragraphs} />
      </Split>
      <Split title={clinical.road.title}>
        <Points points={clinical.road.steps} />
      </Split>
      <Closing closing={clinical.closing} />
    </>
  );
}
