import { classNames } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import classes from './Figure.module.css';

/** Properties of {@link Figure}. */
export interface FigureProps {
  /** Its place among the figures of the page. */
  readonly number: number;
  readonly caption: string;
  /** The meaning of the numbered marks in the drawing, in their order. */
  readonly legend?: readonly string[];
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** The words of a figure: number, caption, and what the marks mean. */
export function FigureText({ number, caption, legend }: Pick<FigureProps, 'number' | 'caption' | 'legend'>) {
  return (
    <>
      <figcaption className={classes.caption}>
        <span className={classes.number}>Fig. {number}</span> {caption}
      </figcaption>
      {legend ? (
        <ol className={classes.legend}>
          {legend.map((entry) => (
            <li key={entry} className={classes.entry}>
              {entry}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

/** A numbered drawing with its caption, and below it what its marks mean. */
export function Figure({ children, className, ...text }: FigureProps) {
  return (
    <figure className={classNames(classes.figure, className)}>
      {children}
      <FigureText {...text} />
    </figure>
  );
}
