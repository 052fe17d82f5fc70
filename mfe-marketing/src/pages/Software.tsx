import { Section } from '@cytocomm/kit';
import { Beside } from '../blocks/Beside.tsx';
import { Closing } from '../blocks/Closing.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { software } from '../content/software.ts';
import { DashboardDrawing } from '../figures/DashboardDrawing.tsx';
import { DataPath } from '../figures/DataPath.tsx';
import { Figure } from '../figures/Figure.tsx';
import classes from './Software.module.css';

/** The software: the dashboard, what it can do, where it runs, and what is planned. */
export default function Software() {
  const { screen, capabilities, remote, path, plans } = software;
  return (
    <>
      <PageHero
        opening={software.opening}
        place="below"
        figure={
          <Figure number={1} caption={screen.caption}>
            <DashboardDrawing description={screen.description} />
          </Figure>
        }
      />
      <Section title={capabilities.title}>
        <Points points={capabilities.points} layout="columns" comingSoon={software.comingSoon} />
      </Section>
      <Beside
        tone="mist"
        title={remote.title}
        figure={
          <Figure number={2} caption={path.caption} className={classes.path}>
            <DataPath stations={path.stations} />
          </Figure>
        }
      >
        <Paragraphs texts={remote.paragraphs} />
      </Beside>
      <Split title={plans.title} lead={plans.lead}>
        <Points points={plans.points} />
      </Split>
      <Closing closing={software.closing} />
    </>
  );
}
