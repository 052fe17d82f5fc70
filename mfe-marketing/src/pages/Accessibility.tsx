import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs } from '../blocks/Paragraphs.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { accessibility } from '../content/accessibility.ts';
import classes from './notices.module.css';

/** What is tested for people with other means than eyes and a mouse, and what is not. */
export default function Accessibility() {
  const { opening, tested, limits, report, mail } = accessibility;
  return (
    <>
      <PageHero opening={opening} />
      <Split title={tested.title} tone="mist">
        <Points points={tested.points} />
      </Split>
      <Split title={limits.title}>
        <Paragraphs texts={limits.paragraphs} />
      </Split>
      <Split title={report.title} tone="mist">
        <Paragraphs texts={report.paragraphs} />
        <p className={classes.write}>
          <a href={mail.href}>{mail.label}</a>
        </p>
      </Split>
    </>
  );
}
