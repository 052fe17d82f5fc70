import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { partners } from '../content/partners.ts';

export default function Partners() {
  return (
    <>
      <PageHero opening={partners.opening} />
      <Split title={partners.ways.title}>
        <Points points={partners.ways.points} />
      </Split>
      <Split title={partners.logos.title}>
        <Paragraphs texts={partners.logos.paragraphs} />
      </Split>
      <Closing closing={partners.closing} />
    </>
  );
}
