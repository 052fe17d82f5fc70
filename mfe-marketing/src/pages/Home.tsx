import { Band, ButtonLink, Grid, Heading, Section } from '@cytocomm/kit';
import { CardPicture, FlipCard } from '../blocks/FlipCard.tsx';
import { Banner, FeatureStrip, HomeHero, VideoBlock } from '../blocks/HomeSections.tsx';
import { Beside } from '../blocks/PageSections.tsx';
import { Points } from '../blocks/Points.tsx';
import { organization, StructuredData } from '../blocks/StructuredData.tsx';
import { Paragraphs } from '../blocks/TextSections.tsx';
import { ContactDetails, ContactForm } from '../contact-form/ContactForm.tsx';
import { home } from '../content/home.ts';
import { BenefitFigure } from '../figures/BenefitFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import own from '../figures/FilmStill.module.css';
import { Portrait } from '../figures/Portrait.tsx';
import { SampledCourse } from '../figures/SampledCourse.tsx';
import { SensorSection } from '../figures/SensorSection.tsx';
import classes from './Home.module.css';

/** The still before the film: the sensor in place. Decoration: the button on it says what it does. */
function FilmStill() {
  return <SensorSection className={own.still} />;
}

/** The home page, block by block in the specification's order. */
export default function Home() {
  const { accelerate, video, banner, benefits, join } = home;
  return (
    <>
      <StructuredData data={organization} />
      <FeatureStrip items={home.features} />
      <HomeHero opening={home.hero} />
      <Band>
        <Grid columns={2}>
          {home.cards.map((card) => (
            <FlipCard key={card.title} card={card} picture={<CardPicture picture={card.picture} />} />
          ))}
        </Grid>
      </Band>
      <Beside
        tone="mist"
        title={accelerate.title}
        figure={
          <Figure number={1} caption={accelerate.figure.caption}>
            <SampledCourse
              description={accelerate.figure.description}
              pulses={accelerate.figure.pulses}
              samples={accelerate.figure.samples}
              axis={accelerate.figure.axis}
              words={accelerate.figure.words}
            />
          </Figure>
        }
      >
        <Paragraphs texts={accelerate.paragraphs} />
        <p className={classes.claim}>{accelerate.claim}</p>
      </Beside>
      <Section title={video.title} lead={video.lead}>
        <VideoBlock button={video.button} note={video.note} atProvider={video.atProvider} picture={<FilmStill />} />
      </Section>
      <Banner banner={banner} />
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
            <ButtonLink to={join.action.to} trailingIcon="arrow-right">
              {join.action.label}
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
      <Beside title={home.contact.title} lead={home.contact.lead} figure={<ContactForm />}>
        <ContactDetails />
      </Beside>
    </>
  );
}
