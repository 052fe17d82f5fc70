import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { SignalTrace } from '../motifs/motifs.tsx';
import classes from './typography.module.css';

/** Text for those who listen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/** The first link of a page: past the frame to its content. */
export function SkipLink({
  to = '#main',
  children = 'Skip to content',
}: {
  readonly to?: string;
  readonly children?: string;
}) {
  return (
    <a className="skip-link" href={to}>
      {children}
    </a>
  );
}

/** Running text: paragraphs, lists, quotes and tables get their rhythm; at most 680 px wide. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(classes.prose, className)} />;
}

type HeadingSize = 'display' | 'headline' | 'title-large' | 'title' | 'title-small';

const usualSize = { 1: 'display', 2: 'headline', 3: 'title', 4: 'title-small' } as const;
const tags = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4' } as const;

/** Properties of {@link Heading}. */
export interface HeadingProps extends ComponentProps<'h2'> {
  /** Its place in the outline. */
  readonly level: 1 | 2 | 3 | 4;
  /** Its looks, when they differ from the usual ones of its level. */
  readonly size?: HeadingSize;
  /** A short signal underlines it; once a page. */
  readonly underline?: boolean;
}

/** A heading: outline and looks chosen apart. */
export function Heading({ level, size, underline = false, className, children, ...rest }: HeadingProps) {
  const Tag = tags[level];
  return (
    <Tag {...rest} className={classNames(classes.heading, classes[size ?? usualSize[level]], className)}>
      {children}
      {underline ? <SignalTrace shape="short" className={classes.underline} /> : null}
    </Tag>
  );
}
