import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { careers } from '../content/careers.ts';

export default function Careers() {
  return (
    <>
      <PageHero opening={careers.opening} />
      <Split title={careers.reasonsTitle}>
        <Points points={careers.reasons} />
      </Split>
      <Split title={careers.positionsTitle}>
        <Points points={careers.positions} />
      </Split>
      <Split title={careers.equal.title}>
        <Paragraphs texts={[careers.equal.text]} />
      </Split>
    </>
  );
}
