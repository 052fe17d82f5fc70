import type { ComponentType } from 'react';
import type { Role } from './roles.ts';

/** What the shell hands to a page of a remote. */
export interface PageProps {
  /** Values a prerendered page was made with; the browser gets the same, so both render alike. */
  readonly initialData?: unknown;
}

/** What the shell hands to a dashboard section. */
export interface SectionProps {
  /** The sidebar section that is active, which may be another role's than the person's own. */
  readonly activeRole: Role;
  /** Read-only: an admin looks at the section as another role would. */
  readonly preview: boolean;
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
