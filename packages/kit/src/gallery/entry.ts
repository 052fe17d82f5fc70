import type { ReactElement } from 'react';
import type { Tone } from '../layout/layout.tsx';

/** A state that is shown in another way than in the flow of the page, on paper. */
export interface ComponentState {
  readonly content: ReactElement;
  readonly tone?: Tone;
  /** Draws what the pointer or the keyboard would bring out, all the time. */
  readonly pointer?: 'hover' | 'focus';
  /** A page of its own of this size in px: for what follows the page's width, and for modal layers. */
  readonly page?: { readonly width: number; readonly height: number };
}

/** One page of the gallery. */
export interface GalleryGroup {
  /** Its address, without the slash. */
  readonly id: string;
  readonly title: string;
  /** The states of each component, by their titles; a component has the name that the kit exports it under. */
  readonly entries: Readonly<Record<string, Readonly<Record<string, ReactElement | ComponentState>>>>;
}

/** Shows a state on another ground than paper. */
export const on = (tone: Tone, content: ReactElement): ComponentState => ({ tone, content });

/** Shows a state under the pointer or with the focus of the keyboard. */
export const under = (pointer: 'hover' | 'focus', content: ReactElement): ComponentState => ({ pointer, content });

/** Shows a state in a page of its own. */
export const page = (width: number, height: number, content: ReactElement): ComponentState => ({
  page: { width, height },
  content,
});

/** Shows a state in a phone's page, as high as its content needs. */
export const phone = (height: number, content: ReactElement): ComponentState => page(390, height, content);

/** Words without a place to break, and many with one. */
export const LONG_WORD = 'immunofluorescence-microscopy-of-cardiomyocytes@a-very-long-subdomain.example';
export const LONG_TEXT =
  'Contraction, calcium and membrane potential are recorded together, day after day, in the incubator that the cells never leave; what changes is seen on the day that it changes.';
