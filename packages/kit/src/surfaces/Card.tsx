import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import classes from './surfaces.module.css';

/** Properties of {@link Card}. */
export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** The element it is: an `article` stands alone, an `li` belongs to a list. */
  readonly as?: 'div' | 'article' | 'section' | 'li';
}

/** A surface at rest. Never a card in a card. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={classNames(classes.card, className)} />;
}
