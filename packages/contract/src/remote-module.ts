import type { ComponentType } from 'react';
import type { Role } from './roles.ts';

/** Without the shell there are no pages, and without the sign-in and the developers' pages nothing could be brought back. */
const NEEDED: readonly string[] = ['shell', 'mfe-auth', 'mfe-developer'];

/** Whether the portal cannot be without a part: it is neither switched off nor removed. */
export const isNeeded = (part: string): boolean => NEEDED.includes(part);

/** The portal as the outside world knows it. */
export interface SiteIdentity {
  /** Without a slash at its end. */
  readonly origin: string;
  /** The whole address of the picture that shared links show. */
  readonly picture: string;
}

/** What the API had answered when a page was rendered on the server; see `data` of a route. */
export interface PageData {
  /** The list; null when there was no answer, then or before. */
  readonly list: unknown;
  /** The item that the address names; null when there is no such item. Absent when none is named, or it is unknown. */
  readonly item?: unknown;
  /** The API did not answer in time: this is what it had answered before. */
  readonly stale: boolean;
  /** The portal as the outside world knows it, for what a page says of itself there. Absent before contract 1.3. */
  readonly site?: SiteIdentity;
}

/** What the shell hands to a page of a remote. */
export interface PageProps {
  /** What a prerendered page was made with; the browser gets the same, so both render alike. */
  readonly initialData?: PageData | undefined;
}

/** Where in the dashboard a section stands. */
export interface SectionPlace {
  /** The address of its tool, `/dashboard/admin/users`, or of its role's overview. */
  readonly path: string;
  /** What follows it in the address: empty, `new`, an id, `ID/edit`. Written by people: it may be anything. */
  readonly rest: string;
  /**
   * Names what is open there, such as the title of an article, in the tab's title, the breadcrumb and what is announced; null takes the
   * name back. Absent where the shell names it alone.
   */
  readonly nameOpened?: ((name: string | null) => void) | undefined;
}

/** What the shell hands to a dashboard section. */
export interface SectionProps {
  /** The sidebar section that is active, which may be another role's than the person's own. */
  readonly activeRole: Role;
  /** Read-only: an admin looks at the section as another role would. Sections of admins are in no preview. */
  readonly preview: boolean;
  /** Its address. Absent before contract 1.6. */
  readonly place?: SectionPlace | undefined;
}

/** What the shell hands to an overlay such as the sign-in dialog. */
export interface OverlayProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The shape of every module a remote exposes: one component as the default export. */
export interface RemoteModule<Props> {
  readonly default: ComponentType<Props>;
}
