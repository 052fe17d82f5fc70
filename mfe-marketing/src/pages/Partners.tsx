import { Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Closing } from '../blocks/PageSections.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/TextSections.tsx';
import type { Action, Opening, Passage, Point } from '../content/types.ts';
import drawing from '../figures/drawing.module.css';
import { Figure } from '../figures/Figure.tsx';
import markStyles from '../figures/PartnerMark.module.css';
import sharedStyles from '../figures/SharedWork.module.css';
import classes from './Partners.module.css';

/** Three cells that overlap; what they share is the instrument. */
function SharedWork({
  description,
  words,
}: {
  readonly description: string;
  readonly words: readonly [string, string, string];
}) {
  const [top, left, right] = words;
  return (
    <svg viewBox="0 0 520 460" role="img" aria-label={description} className={drawing.drawing}>
      <circle cx="260" cy="162" r="150" className={sharedStyles.cell} />
      <circle cx="172" cy="296" r="150" className={sharedStyles.cell} />
      <circle cx="348" cy="296" r="150" className={sharedStyles.cell} />
      <circle cx="260" cy="250" r="44" className={sharedStyles.core} />
      <path d="M226 264h12c8 0 9-28 18-28s10 19 21 24c6 3 10 4 19 4" className={sharedStyles.signal} />
      <text x="260" y="84" className={sharedStyles.word}>
        {top}
      </text>
      <text x="116" y="348" className={sharedStyles.word}>
        {left}
      </text>
      <text x="404" y="348" className={sharedStyles.word}>
        {right}
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
] as const;

/** A neutral mark that holds the place of a partner's. Decoration. */
function PartnerMark({ index }: { readonly index: number }) {
  return (
    <svg viewBox="0 0 80 80" aria-hidden="true" className={markStyles.mark}>
      <path d={marks[index % marks.length]} />
    </svg>
  );
}

const opening: Opening = {
  title: 'An instrument is built with those who use it.',
  lead: 'Laboratories bring models and questions, manufacturers bring processes, and we bring cells that report.',
};

const ways: { readonly title: string; readonly points: readonly Point[] } = {
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

const logos: Passage & { readonly placeholder: string } = {
  title: 'Our partners',
  paragraphs: ['Names and marks appear here once each partner has agreed to be named.'],
  placeholder: 'Partner to be announced',
};

const action: Action = { label: 'Propose a partnership', to: '/contact', about: 'A partnership' };

const figure = {
  caption: 'What each side brings, and the instrument that comes of it.',
  description:
    'Three overlapping circles, named models and questions, processes, and cells that report. A signal lies where all three overlap.',
  words: ['Models and questions', 'Processes', 'Cells that report'],
} as const;

/** The words of the partners page. */
const partners = {
  opening,
  figure,
  ways,
  logos,
  tiles: 6,
  closing: {
    title: 'Bring a question',
    lead: 'One page about the model, the method you use today and what it cannot see is the best start.',
    action,
  },
};

/** How others work with the company, and who does. */
export default function Partners() {
  const { figure, ways, logos } = partners;
  return (
    <>
      <PageHero
        opening={partners.opening}
        tone="mist"
        figure={
          <Figure number={1} caption={figure.caption}>
            <SharedWork description={figure.description} words={figure.words} />
          </Figure>
        }
      />
      <Split title={ways.title}>
        <Points points={ways.points} />
      </Split>
      <Section title={logos.title} lead={logos.paragraphs[0]} className={classes.logos}>
        <ul className={classes.tiles}>
          {Array.from({ length: partners.tiles }, (_, index) => index).map((index) => (
            <li key={index} className={classes.tile}>
              <PartnerMark index={index} />
              <span>{logos.placeholder}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Closing closing={partners.closing} />
    </>
  );
}
