import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Heading } from '../typography/typography.tsx';
import classes from './layout.module.css';

/** The ground a band stands on; what lies inside takes its colours from it. */
export type Tone = 'paper' | 'mist' | 'ink';

/** Keeps content within the page's width, 1120 px, and off its edges. */
export function Container({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(classes.container, className)} />;
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
}

/** A band that opens with a heading, which also names it. */
export function Section({ title, lead, children, ...band }: SectionProps) {
  const headingId = useId();
  return (
    <Band {...band} aria-labelledby={headingId}>
      <div className={classes.opening}>
        <Heading level={2} id={headingId}>
          {title}
        </Heading>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {children}
    </Band>
  );
}
