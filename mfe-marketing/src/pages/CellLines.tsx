import { Heading, Section } from '@cytocomm/kit';
import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Split } from '../blocks/Split.tsx';
import { cellLines } from '../content/cell-lines.ts';
import { CellCircuit } from '../figures/CellCircuit.tsx';
import { Figure } from '../figures/Figure.tsx';
import { ResponseCurve } from '../figures/ResponseCurve.tsx';
import classes from './CellLines.module.css';

/** The biosensor cell lines: how one is built, and four things they are used for. */
export default function CellLines() {
  const { circuit, engineering, applications } = cellLines;
  return (
    <>
      <PageHero
        opening={cellLines.opening}
        figure={
          <Figure number={1} caption={circuit.caption} legend={circuit.legend} className={classes.circuit}>
            <CellCircuit description={circuit.description} />
          </Figure>
        }
      />
      <Split title={engineering.title}>
        <Paragraphs texts={engineering.paragraphs} leading />
      </Split>
      <Section tone="mist" title={applications.title} lead={applications.lead}>
        <ul className={classes.applications}>
          {applications.points.map((application) => (
            <li key={application.title} className={classes.application}>
              <div className={classes.curve}>
                <ResponseCurve shape={application.shape} />
                <p className={classes.reads}>{application.reads}</p>
              </div>
              <div>
                <Heading level={3}>{application.title}</Heading>
                <p className={classes.text}>{application.text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={classes.note}>{cellLines.curveNote}</p>
      </Section>
      <Closing closing={cellLines.closing} tone="paper" />
    </>
  );
}
