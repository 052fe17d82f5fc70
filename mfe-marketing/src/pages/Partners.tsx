import { Section } from '@cytocomm/kit';
import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { partners } from '../content/partners.ts';
import { Figure } from '../figures/Figure.tsx';
import { PartnerMark } from '../figures/PartnerMark.tsx';
import { SharedWork } from '../figures/SharedWork.tsx';
import classes from './Partners.module.css';

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
