import { Container, classNames, Heading, Section } from '@cytocomm/kit';
import { Beside, Closing, RegulatoryNotice } from '../blocks/PageSections.tsx';
import { ClaimNote, Points } from '../blocks/Points.tsx';
import classes from '../blocks/ScenicHero.module.css';
import { Split } from '../blocks/TextSections.tsx';
import { platform } from '../content/platform.ts';
import drawing from '../figures/drawing.module.css';
import { curveIn, levelOf, Mark, pointIn } from '../figures/drawing.tsx';
import { Figure, FigureText } from '../figures/Figure.tsx';
import { SensorSection } from '../figures/SensorSection.tsx';

const frame = { x: 8, y: 40, width: 624, height: 270 };
/** The drawn response, its dose and the hours of the recording. */
export const sampleRecording = { pulse: [0.3, 0.72, 0.14], dose: 0.26, hours: 50 } as const;
const level = levelOf(0.14, sampleRecording.pulse);
const bottom = frame.y + frame.height;
const dose = pointIn(frame, sampleRecording.dose, 0.14);
const peak = pointIn(frame, 0.44, level(0.44));
const hours = ['−12 h', '0 h', '12 h', '24 h', '36 h'];

/** How a recording is read: baseline, dose, onset, peak, return. */
export function ReadRecording({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 640 360" role="img" aria-label={description} className={drawing.drawing}>
      <rect
        x={frame.x}
        y={pointIn(frame, 0, 0.19).y}
        width={frame.width}
        height={0.1 * frame.height}
        className={drawing.wash}
      />
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={drawing.axis} />
      {hours.map((hour, index) => {
        const x = pointIn(frame, 0.02 + index * 0.24, 0).x;
        return (
          <g key={hour}>
            <path d={`M${x} ${bottom}v6`} className={drawing.axis} />
            <text x={x} y={bottom + 28} className={classNames(drawing.label, index > 0 ? drawing.middle : undefined)}>
              {hour}
            </text>
          </g>
        );
      })}
      <path d={`M${dose.x} ${bottom}V62`} className={classNames(drawing.other, drawing.dashed)} />
      <path d={`M${peak.x} ${bottom}V${peak.y + 8}`} className={drawing.rule} />
      <path d={curveIn(frame, level, { noise: 0.011, points: 150 })} className={drawing.trace} />
      <circle cx={peak.x} cy={peak.y} r="5" className={drawing.solid} />
      <Mark x={70} y={220} number={1} />
      <Mark x={dose.x} y={48} number={2} />
      <path d="M212 254l34 14" className={drawing.leader} />
      <Mark x={260} y={272} number={3} />
      <Mark x={peak.x} y={peak.y - 26} number={4} />
      <Mark x={548} y={206} number={5} />
    </svg>
  );
}

/** The platform: the sensor, how its signal is read, what it can do, and what it is not. */
export default function Platform() {
  const { opening, section, sensing, recording, capabilities } = platform;
  return (
    <>
      <RegulatoryNotice notice={platform.notice} />
      <section data-tone="ink" className={classes.hero}>
        <Container className={classes.words}>
          <Heading level={1}>{opening.title}</Heading>
          <p className={classes.lead}>{opening.lead}</p>
        </Container>
        <figure>
          <div className={classes.scene}>
            <SensorSection description={section.title} />
          </div>
          <Container className={classes.caption}>
            <FigureText number={1} caption={section.caption} legend={section.legend} />
          </Container>
        </figure>
      </section>
      <Split {...sensing} leading />
      <Beside
        title={recording.title}
        lead={recording.lead}
        tone="mist"
        flipped
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
