import { Band, Heading, Section } from '@cytocomm/kit';
import tableStyles from '../blocks/Comparison.module.css';
import { PageHero } from '../blocks/PageHero.tsx';
import { Beside, Closing } from '../blocks/PageSections.tsx';
import { ClaimMark, ClaimNote, Points } from '../blocks/Points.tsx';
import { Steps } from '../blocks/Steps.tsx';
import { preclinical } from '../content/preclinical.ts';
import { BenefitFigure } from '../figures/BenefitFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import { RecordedTimeline, TraditionalTimeline, TwoAnimals } from '../figures/StudyFigures.tsx';
import classes from './Preclinical.module.css';

/** Two ways of doing a study, question by question: a table, which a phone shows question by question too. */
function Comparison({ comparison }: { readonly comparison: typeof preclinical.comparison }) {
  const [question, traditional, cytocomm] = comparison.columns;
  return (
    <table className={tableStyles.table}>
      <caption className="visually-hidden">{comparison.title}</caption>
      <thead>
        <tr>
          <th scope="col">{question}</th>
          <th scope="col">{traditional}</th>
          <th scope="col">{cytocomm}</th>
        </tr>
      </thead>
      <tbody>
        {comparison.rows.map((row) => (
          <tr key={row.question}>
            <th scope="row">{row.question}</th>
            <td data-label={traditional}>{row.traditional}</td>
            <td data-label={cytocomm}>
              {row.cytocomm}
              {'claim' in row ? (
                <>
                  {' '}
                  <ClaimMark />
                </>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
        {...oncology}
        tone="mist"
        figure={
          <Figure number={2} caption={oncology.figure.caption}>
            <TwoAnimals {...oncology.figure} />
          </Figure>
        }
        after={<Steps steps={oncology.steps} />}
      />
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
