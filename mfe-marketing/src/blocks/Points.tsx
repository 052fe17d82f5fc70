import { classNames, Heading, Icon } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { company } from '../content/company.ts';
import type { Point } from '../content/types.ts';
import claimStyles from './ClaimMark.module.css';
import noteStyles from './ClaimNote.module.css';
import classes from './Points.module.css';

/** What the mark on a company claim means; once on every page that has one. */
export function ClaimNote() {
  return <p className={noteStyles.note}>{company.claimNote}</p>;
}

/** Marks the statement before it as the company's own. */
export function ClaimMark() {
  return <span className={claimStyles.mark}>Company claim</span>;
}

/** Properties of {@link Points}. */
export interface PointsProps<Item extends Point> {
  readonly points: readonly Item[];
  /** `rows` are ruled lines of a list, `columns` stand side by side, `keys` explain the numbered marks of a drawing. */
  readonly layout?: 'rows' | 'columns' | 'keys';
  /** Numbers them, when their order says something. */
  readonly ordered?: boolean;
  /** A drawing above the words of a point. */
  readonly figure?: (point: Item) => ReactNode;
}

/** Headings with a few words each, between hairlines. */
export function Points<Item extends Point>({ points, layout = 'rows', ordered = false, figure }: PointsProps<Item>) {
  const numbered = ordered || layout === 'keys';
  const List = numbered ? 'ol' : 'ul';
  return (
    <List
      className={classNames(classes.points, classes[layout], layout === 'columns' && classes[`of${points.length}`])}
    >
      {points.map((point, index) => (
        <li key={point.title} className={classes.point}>
          {figure ? <div className={classes.figure}>{figure(point)}</div> : null}
          <div className={classes.head}>
            {numbered ? (
              <span aria-hidden="true" className={classes.number}>
                {index + 1}
              </span>
            ) : point.icon ? (
              <Icon name={point.icon} className={classes.icon} />
            ) : null}
            <div className={classes.name}>
              <Heading level={3} size="title-small">
                {point.title}
              </Heading>
              {point.comingSoon ? <span className={classes.soon}>Coming soon</span> : null}
            </div>
          </div>
          <div className={classes.text}>
            <p>{point.text}</p>
            {point.claim ? <ClaimMark /> : null}
          </div>
        </li>
      ))}
    </List>
  );
}
