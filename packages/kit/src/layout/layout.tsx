import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Heading } from '../typography/typography.tsx';
import classes from './layout.module.css';

/** The ground a band stands on; what lies inside takes its colours from it. */
export type Tone = 'paper' | 'mist' | 'ink';

/** Properties of {@link Container}. */
export interface ContainerProps extends ComponentProps<'div'> {
  /** `page` is 1120 px, `text` 680 px, left-aligned with the page. */
  readonly width?: 'page' | 'text';
}

/** Keeps content within the page's width and off its edges. */
export function Container({ width = 'page', className, children, ...rest }: ContainerProps) {
  return (
    <div {...rest} className={classNames(classes.container, className)}>
      {width === 'text' ? <div className={classes.text}>{children}</div> : children}
    </div>
  );
}

/** Properties of {@link Band}. */
export interface BandProps extends ComponentProps<'section'> {
  readonly tone?: Tone;
  /** The space above and below. */
  readonly spacing?: 'section' | 'compact' | 'none';
}

/** A full-width strip of paper, mist or ink, with its content in a container. */
export function Band({ tone = 'paper', spacing = 'section', className, children, ...rest }: BandProps) {
  return (
    <section {...rest} data-tone={tone} className={classNames(classes[spacing], className)}>
      <Container>{children}</Container>
    </section>
  );
}

/** Properties of {@link Section}. */
export interface SectionProps extends Omit<BandProps, 'title'> {
  readonly title: string;
  /** One or two sentences under the title. */
  readonly lead?: ReactNode;
  readonly level?: 1 | 2 | 3;
}

/** A band that opens with a heading, which also names it. */
export function Section({ title, lead, level = 2, children, ...band }: SectionProps) {
  const headingId = useId();
  return (
    <Band {...band} aria-labelledby={headingId}>
      <div className={classes.opening}>
        <Heading level={level} id={headingId}>
          {title}
        </Heading>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {children}
    </Band>
  );
}

/** Properties of {@link Grid}. */
export interface GridProps extends ComponentProps<'div'> {
  /** Columns on a wide screen; a phone has one, in between there are two. */
  readonly columns?: 2 | 3 | 4;
}

/** Equal columns. */
export function Grid({ columns = 3, className, ...rest }: GridProps) {
  return <div {...rest} className={classNames(classes.grid, classes[`columns${columns}`], className)} />;
}
