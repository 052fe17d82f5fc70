import { Section } from '@cytocomm/kit';
import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import type { Action, Opening, Passage, Point } from '../content/types.ts';
import { Figure } from '../figures/Figure.tsx';
import { PartnerMark } from '../figures/PartnerMark.tsx';
import { SharedWork } from '../figures/SharedWork.tsx';
import classes from './Partners.module.css';

const opening: Opening = {
  title: 'An instrument is built with those who use it.',
  lead: 'Laboratories bring models and questions, manufacturers bring processes, and we bring cells that report.',
};

const ways: { readonly title: string; readonly points: readonly Point[] } = {
  title: 'Ways to work together',
  points: [
    {
      title: 'Research laboratories',
      text: 'Run a study with the platform, compare it with the method you trust, and publish the result whatever it is.',
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
