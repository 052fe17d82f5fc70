import { Container, Heading, Section } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { Beside } from '../blocks/Beside.tsx';
import { ClaimNote } from '../blocks/ClaimNote.tsx';
import { Closing } from '../blocks/Closing.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { RegulatoryNotice } from '../blocks/RegulatoryNotice.tsx';
import classes from '../blocks/ScenicHero.module.css';
import { Split } from '../blocks/Split.tsx';
import { platform } from '../content/platform.ts';
import type { Opening } from '../content/types.ts';
import { Figure, FigureText } from '../figures/Figure.tsx';
import { ReadRecording } from '../figures/ReadRecording.tsx';
import { SensorSection } from '../figures/SensorSection.tsx';

/** An opening whose figure runs from edge to edge below the words; the children are the figure's caption. */
function ScenicHero({
  opening,
  scene,
  children,
}: {
  readonly opening: Opening;
  readonly scene: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section data-tone="ink" className={classes.hero}>
      <Container className={classes.words}>
        <Heading level={1}>{opening.title}</Heading>
        <p className={classes.lead}>{opening.lead}</p>
      </Container>
      <figure>
        <div className={classes.scene}>{scene}</div>
        <Container className={classes.caption}>{children}</Container>
      </figure>
    </section>
  );
}

/** The platform: the sensor, how its signal is read, what it can do, and what it is not. */
export default function Platform() {
  const { section, sensing, recording, capabilities } = platform;
  return (
    <>
      <RegulatoryNotice notice={platform.notice} />
      <ScenicHero opening={platform.opening} scene={<SensorSection description={section.title} />}>
        <FigureText number={1} caption={section.caption} legend={section.legend} />
      </ScenicHero>
      <Split title={sensing.title}>
        <Paragraphs texts={sensing.paragraphs} leading />
      </Split>
      <Beside
        tone="mist"
        flipped
        title={recording.title}
        lead={recording.lead}
        figure={
          <Figure number={2} caption={recording.caption}>
            <ReadRecording description={recording.description} />
          </Figure>
        }
      >
        <Points points={recording.legend} layout="keys" />
      </Beside>
      <Section title={capabilities.title}>
        <Points points={capabilities.points} layout="columns" />
        <ClaimNote />
      </Section>
      <Closing closing={platform.closing} />
    </>
  );
}
