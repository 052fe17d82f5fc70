import type { IconName } from '@cytocomm/kit';

/** The opening of a page. */
export interface Opening {
  readonly title: string;
  readonly lead: string;
}

/** A heading and what it says. */
export interface Point {
  readonly title: string;
  readonly text: string;
  /** The statement is the company's own and is marked so. */
  readonly claim?: boolean;
  /** It does not exist yet and is marked so. */
  readonly comingSoon?: boolean;
  /** A line icon beside the heading. */
  readonly icon?: IconName;
}

/** A part of a page: a heading with paragraphs or points. */
export interface Passage {
  readonly title: string;
  /** A sentence or two under the heading. */
  readonly lead?: string;
  readonly paragraphs?: readonly string[];
  /** The first paragraph is set larger. */
  readonly leading?: boolean;
  readonly points?: readonly Point[];
  /** The points are numbered, for their order says something. */
  readonly ordered?: boolean;
}

/** A member of the team or the board. */
export interface Person {
  readonly name: string;
  readonly title: string;
  readonly bio: string;
  /** The index of the portrait in `figures/portraits.json`. */
  readonly portrait: number;
}
