import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { cellLines } from '../content/cell-lines.ts';

export default function CellLines() {
  return (
    <>
      <PageHero opening={cellLines.opening} />
      <Split title={cellLines.engineering.title}>
        <Paragraphs texts={cellLines.engineering.paragraphs} />
      </Split>
      <Split title={cellLines.applications.title}>
        <Points points={cellLines.applications.points} />
      </Split>
      <Closing closing={cellLines.closing} />
    </>
  );
}
