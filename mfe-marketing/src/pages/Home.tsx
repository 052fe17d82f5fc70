import { Band, ButtonLink, Heading, Section } from '@cytocomm/kit';
import { FlipCard } from '../blocks/FlipCard.tsx';
import { Banner, FeatureStrip, HomeHero, VideoBlock } from '../blocks/HomeSections.tsx';
import { Beside } from '../blocks/PageSections.tsx';
import { Points } from '../blocks/Points.tsx';
import { organization, StructuredData } from '../blocks/StructuredData.tsx';
import { ContactDetails, ContactForm } from '../contact-form/ContactForm.tsx';
import { home } from '../content/home.ts';
import { BenefitFigure } from '../figures/BenefitFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Portrait } from '../figures/Portrait.tsx';
import { SampledCourse } from '../figures/SampledCourse.tsx';
import classes from './Home.module.css';

/** The home page, block by block in the specification's order. */
export default function Home() {
  const { accelerate, video, benefits, join } = home;
  return (
    <>
      <StructuredData data={organization} />
      <FeatureStrip />
      <HomeHero />
      <Band>
        <div className={classes.cards}>
          {home.cards.map((card) => (
            <FlipCard key={card.title} card={card} />
          ))}
        </div>
      </Band>
      <Beside
        {...accelerate}
        tone="mist"
        figure={
          <Figure number={1} caption={accelerate.figure.caption}>
            <SampledCourse {...accelerate.figure} />
          </Figure>
        }
      >
        <p className={classes.claim}>{accelerate.claim}</p>
      </Beside>
      <Section title={video.title} lead={video.lead}>
        <VideoBlock />
      </Section>
      <Banner />
      <Section title={benefits.title}>
        <Points points={benefits.points} layout="columns" figure={(point) => <BenefitFigure figure={point.figure} />} />
      </Section>
      <Band tone="mist" className={classes.join} aria-labelledby="join">
        <div className={classes.joinRow}>
          <div>
            <Heading level={2} id="join">
              {join.title}
            </Heading>
            <p className={classes.joinLead}>{join.lead}</p>
            <ButtonLink to="/careers" trailingIcon="arrow-right">
              {join.label}
            </ButtonLink>
          </div>
          <div aria-hidden="true" className={classes.people}>
            {join.portraits.map((index) => (
              <span key={index} className={classes.person}>
                <Portrait index={index} />
              </span>
            ))}
          </div>
        </div>
      </Band>
      <Beside {...home.contact} figure={<ContactForm />}>
        <ContactDetails />
      </Beside>
    </>
  );
}
