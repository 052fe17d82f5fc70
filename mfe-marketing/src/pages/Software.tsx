import { classNames, Icon, type IconName, Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Beside, Closing } from '../blocks/PageSections.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/TextSections.tsx';
import { software } from '../content/software.ts';
import dashboardStyles from '../figures/DashboardDrawing.module.css';
import pathStyles from '../figures/DataPath.module.css';
import drawing from '../figures/drawing.module.css';
import { courseOf, curveIn, levelOf, type Pulse, pointIn } from '../figures/drawing.tsx';
import { Figure } from '../figures/Figure.tsx';
import classes from './Software.module.css';

/** An animal with its pulses, last heard so many hours ago; silent when it was not heard for a day. */
const makeAnimal = (name: string, lastHours: number, ...pulses: readonly Pulse[]) => ({
  name,
  lastHours,
  silent: lastHours > 24,
  level: levelOf(0.1, ...pulses),
});

/** The response to the second dose that the drawing names the hours of. */
const SECOND: Pulse = [0.57, 0.82, 0.035];
const chosen = makeAnimal('A-02', 1 / 60, [0.2, 0.66, 0.03], SECOND);
const animals = [
  makeAnimal('A-01', 2 / 60, [0.18, 0.42, 0.05], [0.55, 0.4, 0.06]),
  chosen,
  makeAnimal('A-03', 4 / 60, [0.19, 0.3, 0.05], [0.56, 0.22, 0.05]),
  makeAnimal('A-04', 130, [0.2, 0.55, 0.06]),
  makeAnimal('A-05', 2 / 60, [0.18, 0.7, 0.06], [0.55, 0.6, 0.09]),
  makeAnimal('A-06', 3 / 60, [0.21, 0.5, 0.08], [0.58, 0.55, 0.07]),
];

/** Eleven days, from the morning of day 1 to that of day 11. */
const HOURS = 240;
/** Where the recording has come to, as a part of it. */
const NOW = 0.94;
/** When the doses were given, as parts of it. */
const DOSES = [0.19, 0.56] as const;

const chart = { x: 0, y: 12, width: 700, height: 236 };
const now = pointIn(chart, NOW, chosen.level(NOW));
const course = courseOf(SECOND, DOSES[1], HOURS);
const facts = [
  ['Onset', `${course.onset.toFixed(1)} h`],
  ['Peak', `${course.peak.toFixed(1)} h`],
  ['Return', `${Math.round(course.back)} h`],
] as const;

function sinceThen(hours: number): string {
  return hours < 1 ? `${Math.round(hours * 60)} min` : `${Math.floor(hours / 24)} d`;
}

function MainChart() {
  return (
    <svg viewBox="0 0 712 290" aria-hidden="true" className={drawing.drawing}>
      {[0.25, 0.5, 0.75].map((part) => (
        <path key={part} d={`M0 ${12 + part * 236}h700`} className={drawing.rule} />
      ))}
      {DOSES.map((dose) => (
        <g key={dose}>
          <path d={`M${dose * 700} 248V12`} className={classNames(drawing.other, drawing.dashed)} />
          <path d={`M${dose * 700 - 5} 2h10l-5 9z`} className={drawing.solid} />
        </g>
      ))}
      <path d={`${curveIn(chart, chosen.level, { to: NOW })}V248H0Z`} className={drawing.wash} />
      <path d="M0 248h700" className={drawing.axis} />
      <path d={curveIn(chart, chosen.level, { to: NOW, noise: 0.012, points: 150 })} className={drawing.trace} />
      <circle cx={now.x} cy={now.y} r="11" className={drawing.wash2} />
      <circle cx={now.x} cy={now.y} r="4.5" className={drawing.solid} />
      {[1, 3, 5, 7, 9, 11].map((day, index) => (
        <text
          key={day}
          x={index * 140}
          y="278"
          className={classNames(drawing.label, index === 5 ? drawing.end : undefined)}
        >
          {index === 0 ? `Day ${day}` : day}
        </text>
      ))}
    </svg>
  );
}

function Sparkline({ animal, index }: { readonly animal: typeof chosen; readonly index: number }) {
  const { level, silent, lastHours } = animal;
  return (
    <svg viewBox="0 0 160 56" aria-hidden="true" className={dashboardStyles.spark}>
      <path d="M0 52h160" className={drawing.axis} />
      <path
        d={curveIn({ x: 0, y: 4, width: 160, height: 46 }, level, {
          to: NOW - lastHours / HOURS,
          noise: 0.02,
          points: 60,
          seed: 5 + index * 7,
        })}
        className={silent ? drawing.other : drawing.trace}
      />
    </svg>
  );
}

/** The software's dashboard as a drawing with invented readings. One picture to a screen reader. */
function DashboardDrawing({ description }: { readonly description: string }) {
  return (
    <div role="img" aria-label={description} className={dashboardStyles.window}>
      <div className={dashboardStyles.bar}>
        <span className={dashboardStyles.study}>Study 014 · cohort A</span>
        <span className={dashboardStyles.live}>
          <span className={dashboardStyles.liveDot} />
          Recording
        </span>
      </div>
      <div className={dashboardStyles.body}>
        <div className={dashboardStyles.list}>
          {animals.map((animal, index) => (
            <div key={animal.name} className={classNames(dashboardStyles.row, index === 1 && dashboardStyles.chosen)}>
              <Icon
                name={animal.silent ? 'warning' : 'cell'}
                size="small"
                className={animal.silent ? dashboardStyles.silent : dashboardStyles.cell}
              />
              <span>{animal.name}</span>
              <span className={dashboardStyles.last}>{sinceThen(animal.lastHours)}</span>
            </div>
          ))}
        </div>
        <div className={dashboardStyles.main}>
          <div className={dashboardStyles.head}>
            <span className={dashboardStyles.name}>A-02</span>
            {facts.map(([name, hours]) => (
              <span key={name} className={dashboardStyles.fact}>
                {name} <b>{hours}</b>
              </span>
            ))}
          </div>
          <MainChart />
        </div>
      </div>
      <div className={dashboardStyles.cohort}>
        {animals.map((animal, index) => (
          <div key={animal.name} className={dashboardStyles.small}>
            <span>{animal.name}</span>
            <Sparkline animal={animal} index={index} />
          </div>
        ))}
      </div>
    </div>
  );
}

const icons: readonly IconName[] = ['cell', 'device', 'cloud', 'chart'];

/** The stations of a reading, in their order. */
function DataPath({ stations }: { readonly stations: readonly string[] }) {
  return (
    <ol className={pathStyles.path}>
      {stations.map((station, index) => (
        <li key={station} className={pathStyles.station}>
          <span className={pathStyles.sign}>
            <Icon name={icons[index] ?? 'cell'} size="large" />
          </span>
          {station}
        </li>
      ))}
    </ol>
  );
}

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
        <Points points={capabilities.points} layout="columns" />
      </Section>
      <Beside
        {...remote}
        tone="mist"
        figure={
          <Figure number={2} caption={path.caption} className={classes.path}>
            <DataPath stations={path.stations} />
          </Figure>
        }
      />
      <Split {...plans} />
      <Closing closing={software.closing} />
    </>
  );
}
