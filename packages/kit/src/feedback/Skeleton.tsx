import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './feedback.module.css';

/** Properties of {@link Skeleton}. */
export interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'block' | 'circle';
  /** Lines of text to stand for; the last one is shorter. */
  readonly lines?: number;
  readonly className?: string | undefined;
}

/** A grey shape where content will come. Decoration: the group around it speaks. */
export function Skeleton({ shape = 'line', lines = 1, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(classes.skeletonStack, className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes, never reordered
        <span key={line} className={classNames(classes.skeleton, classes[shape])} />
      ))}
    </span>
  );
}

/** Properties of {@link SkeletonGroup}. */
export interface SkeletonGroupProps {
  /** What is loading: `Loading company news`. */
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Names once what is loading, around skeletons in the shape of what comes. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  return (
    <div role="status" data-loading="" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
