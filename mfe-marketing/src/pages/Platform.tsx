import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { platform } from '../content/platform.ts';

export default function Platform() {
  return (
    <>
      <PageHero opening={platform.opening} />
      <Split title={platform.sensing.title}>
        <p>{platform.notice.text}</p>
        <Paragraphs texts={platform.sensing.paragraphs} />
      </Split>
      <Split title={platform.capabilities.title}>
        <Points points={platform.capabilities.points} />
      </Split>
      <Closing closing={platform.closing} />
    </>
  );
}
