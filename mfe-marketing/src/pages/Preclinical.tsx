import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { preclinical } from '../content/preclinical.ts';

export default function Preclinical() {
  return (
    <>
      <PageHero opening={preclinical.opening} />
      <Split title={preclinical.oncology.title}>
        <Paragraphs texts={preclinical.oncology.paragraphs} />
      </Split>
      <Split title={preclinical.benefitsTitle}>
        <Points points={preclinical.benefits} />
      </Split>
      <Closing closing={preclinical.closing} />
    </>
  );
}
