import { Section } from '@cytocomm/kit';
import { Beside } from '../blocks/Beside.tsx';
import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { RegulatoryNotice } from '../blocks/RegulatoryNotice.tsx';
import { Steps } from '../blocks/Steps.tsx';
import { clinical } from '../content/clinical.ts';
import { Figure } from '../figures/Figure.tsx';
import { SampledCourse } from '../figures/SampledCourse.tsx';
import { WearableSketch } from '../figures/WearableSketch.tsx';

/** Where the work points, and what has to come first. */
export default function Clinical() {
  const { idea, figure, road } = clinical;
  return (
    <>
      <PageHero
        opening={clinical.opening}
        figure={
          <Figure number={1} caption={clinical.sketch.caption}>
            <WearableSketch description={clinical.sketch.description} />
          </Figure>
        }
      />
      <RegulatoryNotice notice={clinical.notice} />
      <Beside
        title={idea.title}
        figure={
          <Figure number={2} caption={figure.caption}>
            <SampledCourse
              description={figure.description}
              pulses={figure.pulses}
              samples={figure.samples}
              axis={figure.axis}
              words={figure.words}
            />
          </Figure>
        }
      >
        <Paragraphs texts={idea.paragraphs} />
      </Beside>
      <Section tone="mist" title={road.title} lead={road.lead}>
        <Steps steps={road.steps} />
      </Section>
      <Closing closing={clinical.closing} tone="paper" />
    </>
  );
}
