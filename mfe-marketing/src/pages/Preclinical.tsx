import { Band, Heading, Section } from '@cytocomm/kit';
import { Beside } from '../blocks/Beside.tsx';
import { ClaimNote } from '../blocks/ClaimNote.tsx';
import { Closing } from '../blocks/Closing.tsx';
import { Comparison } from '../blocks/Comparison.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Steps } from '../blocks/Steps.tsx';
import { preclinical } from '../content/preclinical.ts';
import { BenefitFigure } from '../figures/BenefitFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import { RecordedTimeline, TraditionalTimeline } from '../figures/StudyTimeline.tsx';
import { TwoAnimals } from '../figures/TwoAnimals.tsx';
import classes from './Preclinical.module.css';

/** The platform in animal research: what changes in a study, an example, and what is gained. */
export default function Preclinical() {
  const { timelines, comparison, oncology } = preclinical;
  return (
    <>
      <PageHero opening={preclinical.opening} tone="paper" className={classes.hero} />
      <Band tone="ink" aria-label={timelines.title}>
        <Figure number={1} caption={timelines.caption}>
          <div className={classes.timelines}>
            <div>
              <Heading level={2} size="title">
                {timelines.traditional.title}
              </Heading>
              <p className={classes.words}>{timelines.traditional.text}</p>
              <TraditionalTimeline description={timelines.traditional.description} />
            </div>
            <div>
              <Heading level={2} size="title">
                {timelines.cytocomm.title}
              </Heading>
              <p className={classes.words}>{timelines.cytocomm.text}</p>
              <RecordedTimeline description={timelines.cytocomm.description} />
            </div>
          </div>
        </Figure>
      </Band>
      <Section title={comparison.title} lead={comparison.lead}>
        <Comparison comparison={comparison} />
        <ClaimNote />
      </Section>
      <Beside
        tone="mist"
        title={oncology.title}
        figure={
          <Figure number={2} caption={oncology.figure.caption}>
            <TwoAnimals description={oncology.figure.description} words={oncology.figure.words} />
          </Figure>
        }
        after={<Steps steps={oncology.steps} />}
      >
        <Paragraphs texts={oncology.paragraphs} />
      </Beside>
      <Section title={preclinical.benefitsTitle}>
        <Points
          points={preclinical.benefits}
          layout="columns"
          figure={(point) => <BenefitFigure figure={point.figure} />}
        />
      </Section>
      <Closing closing={preclinical.closing} />
    </>
  );
}
