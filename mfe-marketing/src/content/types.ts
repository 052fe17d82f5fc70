import type { IconName } from '@cytocomm/kit';

/** A link with its exact label. */
export interface Action {
  readonly label: string;
  readonly to: string;
  /** The subject that this link to the contact page fills in. */
  readonly about?: string;
}

/** The opening of a page. */
export interface Opening {
  readonly title: string;
  readonly lead: string;
}

/** The opening of the home page. */
export interface HeroContent extends Opening {
  readonly actions: readonly [Action, Action];
  /** What the button says that stops and starts what floats. */
  readonly motion: { readonly stop: string; readonly start: string };
}

/** A heading and what it says. */
export interface Point {
  readonly title: string;
  readonly text: string;
  /** The statement is the company's own and is marked so. */
  readonly claim?: boolean;
  /** It does not exist yet and is marked so. */
  readonly comingSoon?: boolean;
}

/** A point with a line icon. */
export interface IconPoint extends Point {
  readonly icon: IconName;
}

/** A part of a page: a heading and paragraphs. */
export interface Passage {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A member of the team or the board. */
export interface Person {
  readonly name: string;
  readonly title: string;
  readonly bio: string;
  /** The index of the portrait in `figures/portraits.json`. */
  readonly portrait: number;
}
