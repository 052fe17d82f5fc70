import { Band, ButtonLink, Heading } from '@cytocomm/kit';
import { FeatureStrip } from '../blocks/FeatureStrip.tsx';
import { FlipCard } from '../blocks/FlipCard.tsx';
import { HomeHero } from '../blocks/HomeHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { VideoBlock } from '../blocks/VideoBlock.tsx';
import { ContactForm } from '../contact-form/ContactForm.tsx';
import { home } from '../content/home.ts';

/** The home page, block by block in the specification's order. */
export default function Home() {
  return (
    <>
      <FeatureStrip items={home.features} />
      <HomeHero opening={home.hero} />
      <Band>
        {home.cards.map((card) => (
          <FlipCard key={card.title} card={card} picture={null} />
        ))}
      </Band>
      <Split tone="mist" title={home.accelerate.title}>
        <Paragraphs texts={home.accelerate.paragraphs} leading />
      </Split>
      <Split title={home.video.title} lead={home.video.lead}>
        <VideoBlock button={home.video.button} note={home.video.note} picture={null} />
      </Split>
      <Band tone="ink">
        <Heading level={2}>{home.banner.text}</Heading>
        <ButtonLink to={home.banner.action.to} variant="on-dark">
          {home.banner.action.label}
        </ButtonLink>
      </Band>
      <Split title={home.benefits.title}>
        <Points points={home.benefits.points} />
      </Split>
      <Band tone="mist">
        <Heading level={2}>{home.join.title}</Heading>
        <p>{home.join.lead}</p>
        <ButtonLink to={home.join.action.to}>{home.join.action.label}</ButtonLink>
      </Band>
      <Split title={home.contact.title} lead={home.contact.lead}>
        <ContactForm />
      </Split>
    </>
  );
}
