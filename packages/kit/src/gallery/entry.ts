import type { ReactNode } from 'react';
import type { Tone } from '../layout/layout.tsx';

/** How a state is shown; without options in the flow of the page, on paper. */
export interface StateOptions {
  /** The ground it stands on; paper by default. */
  readonly tone?: Tone;
  /** Draws what the pointer or the keyboard would bring out, all the time. */
  readonly pointer?: 'hover' | 'focus';
  /** Shows it in a page of its own of this size in px: for what follows the page's width, and for modal layers. */
  readonly page?: { readonly width: number; readonly height: number };
}

/** One state of a component. */
export interface ComponentState extends StateOptions {
  readonly title: string;
  readonly content: ReactNode;
}

/** A component of the kit with its states. */
export interface GalleryEntry {
  /** The name under which the kit exports it. */
  readonly component: string;
  readonly states: readonly ComponentState[];
}

/** One page of the gallery. */
export interface GalleryGroup {
  /** Its address, without the slash. */
  readonly id: string;
  readonly title: string;
  readonly entries: readonly GalleryEntry[];
}

/** Describes one state of a component. */
export function state(title: string, content: ReactNode, options: StateOptions = {}): ComponentState {
  return { ...options, title, content };
}

/** A phone's page, 390 px wide and as high as its content needs. */
export function phone(height: number): StateOptions {
  return { page: { width: 390, height } };
}

/** Words without a place to break, and many with one. */
export const LONG_WORD = 'immunofluorescence-microscopy-of-cardiomyocytes@a-very-long-subdomain.example';
export const LONG_TEXT =
  'Contraction, calcium and membrane potential are recorded together, day after day, in the incubator that the cells never leave; what changes is seen on the day that it changes.';
