import { ButtonLink, Heading, Icon } from '@cytocomm/kit';
import { subjectState } from '../contact-form/subject.ts';
import { careers, type Position as PositionContent } from '../content/careers.ts';
import classes from './Position.module.css';

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div>
      <Heading level={4} size="title-small" className={classes.subtitle}>
        {title}
      </Heading>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** One open position, with the way to apply. */
export function Position({ position }: { readonly position: PositionContent }) {
  return (
    <article className={classes.position}>
      <div className={classes.head}>
        <Heading level={3} size="title-large">
          {position.title}
        </Heading>
        <p className={classes.place}>
          <Icon name="pin" size="small" />
          {position.place}
        </p>
        <p className={classes.text}>{position.text}</p>
        <ButtonLink
          to="/contact"
          state={subjectState(`${careers.application}: ${position.title}`)}
          variant="on-dark"
          aria-label={`${careers.apply}: ${position.title}`}
        >
          {careers.apply}
        </ButtonLink>
      </div>
      <div className={classes.body}>
        <Lines title={careers.tasksTitle} lines={position.tasks} />
        <Lines title={careers.bringsTitle} lines={position.brings} />
      </div>
    </article>
  );
}
