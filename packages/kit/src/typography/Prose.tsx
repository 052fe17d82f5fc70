import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './typography.module.css';

/** Running text: paragraphs, lists, quotes and tables get their rhythm; at most 680 px wide. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(classes.prose, className)} />;
}
