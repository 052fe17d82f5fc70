import { Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Closing } from '../blocks/PageSections.tsx';
import { Split } from '../blocks/TextSections.tsx';
import drawing from '../figures/drawing.module.css';
import { Figure } from '../figures/Figure.tsx';
import markStyles from '../figures/PartnerMark.module.css';
import sharedStyles from '../figures/SharedWork.module.css';
import classes from './Partners.module.css';

/** Three cells that overlap; what they share is the instrument. */
function SharedWork() {
  return (
    <svg
      viewBox="0 0 520 460"
      role="img"
      aria-label="Three overlapping circles, named models and questions, processes, and cells that report. A signal lies where all three overlap."
      className={drawing.drawing}
    >
      <circle cx="260" cy="162" r="150" className={sharedStyles.cell} />
      <circle cx="172" cy="296" r="150" className={sharedStyles.cell} />
      <circle cx="348" cy="296" r="150" className={sharedStyles.cell} />
      <circle cx="260" cy="250" r="44" className={sharedStyles.core} />
      <path d="M226 264h12c8 0 9-28 18-28s10 19 21 24c6 3 10 4 19 4" className={sharedStyles.signal} />
      <text x="260" y="84" className={sharedStyles.word}>
        Models and questions
      </text>
      <text x="116" y="348" className={sharedStyles.word}>
        Processes
      </text>
      <text x="404" y="348" className={sharedStyles.word}>
        Cells that report
      </text>
    </svg>
  );
}

const marks = [
  'M40 14a26 26 0 1 1 0 52 26 26 0 1 1 0-52M40 26a14 14 0 1 1 0 28 14 14 0 1 1 0-28',
  'M40 12l24 14v28L40 68 16 54V26zM40 12v56M16 26l48 28M64 26L16 54',
  'M16 56h48M16 44h48M16 32h48M28 20v48M52 20v48',
  'M18 18h20v20H18zM42 42h20v20H42zM42 18h20v20H42M18 42h20v20H18',
  'M40 14C54 26 62 36 62 46a22 22 0 0 1-44 0c0-10 8-20 22-32M30 48a10 10 0 0 0 10 10',
  'M14 58L32 22l12 22 8-12 14 26z',
];

const opening = {
  title: 'An instrument is built with those who use it.',
  lead: 'Laboratories bring models and questions, manufacturers bring processes, and we bring cells that report.',
};

const ways = {
  title: 'Ways to work together',
  points: [
    {
      title: 'Research laboratories',
      text: 'Run a study with the platform, compare it with the method you trust, and publish the result in any case.',
    },
    {
      title: 'Contract research organizations',
      text: 'Offer longitudinal studies to sponsors, with training for staff and support during the first protocols.',
    },
    {
      title: 'Manufacturing and technology',
      text: 'Cell banking, capsule materials, low-power radio, secure storage: parts we would rather buy well than make badly.',
    },
  ],
};

const closing = {
  title: 'Bring a question',
  lead: 'One page about the model, the method you use today and what it cannot see is the best start.',
  label: 'Propose a partnership',
  about: 'A partnership',
};

/** How others work with the company, and who does. */
export default function Partners() {
  return (
    <>
      <PageHero
        opening={opening}
        tone="mist"
        figure={
          <Figure number={1} caption="What each side brings, and the instrument that comes of it.">
            <SharedWork />
          </Figure>
        }
      />
      <Split {...ways} />
      <Section
        title="Our partners"
        lead="Names and marks appear here once each partner has agreed to be named."
        className={classes.logos}
      >
        <ul className={classes.tiles}>
          {marks.map((mark) => (
            <li key={mark} className={classes.tile}>
              {/* A neutral mark that holds the place of a partner's. */}
              <svg viewBox="0 0 80 80" aria-hidden="true" className={markStyles.mark}>
                <path d={mark} />
              </svg>
              <span>Partner to be announced</span>
            </li>
          ))}
        </ul>
      </Section>
      <Closing closing={closing} />
    </>
  );
}
