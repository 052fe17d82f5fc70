import { builtInRoleSchema, type LockedRelease, type OverlayContribution, type Role } from '@cytocomm/contract';

/** A page of the portal that a release is looked at in, as somebody. */
export interface Visit {
  /** The address. */
  readonly path: string;
  /** What of the release is there, in words: `page /about`, `sections annual-reports, investor-news`, `overlay sign-in`. */
  readonly what: string;
  /** The roles of the person who is signed in; undefined when nobody is. */
  readonly roles: readonly Role[] | undefined;
  /** The server renders it. */
  readonly isPublic: boolean;
  /** Whether it may lead on to another page: one that is not public, such as the door that a sign-in link opens. */
  readonly mayMove: boolean;
  /** The overlay that is opened there, by the frame's own button for it. */
  readonly opens?: OverlayContribution['slot'];
  /** The origins of the release's own backends. */
  readonly backends: readonly string[];
}

/** Where the frame has the button of an overlay: an empty dashboard asks for a sign-in. */
const OVERLAY_PATH = '/dashboard';

/** Returns the words for the person of a visit. */
export function personWords({ roles }: Visit): string {
  if (roles === undefined) return 'as a visitor';
  return roles.length === 1 ? `as ${roles[0]}` : 'as somebody with every role';
}

/** Returns the visits in which every page, section and overlay of a release is seen, each section by each of its roles. */
export function visitsOf({ contributions }: LockedRelease): Visit[] {
  const everyRole = [...builtInRoleSchema.options, ...(contributions.roles ?? []).map(({ name }) => name)];
  const pages = contributions.routes.flatMap(({ path, public: isPublic }) => {
    const page = { path, what: `page ${path}`, isPublic, mayMove: !isPublic };
    return (isPublic ? [undefined] : [undefined, everyRole]).map((roles) => ({ ...page, roles }));
  });
  const places = new Map<string, { path: string; role: Role; ids: string[] }>();
  for (const { id, role: entry, alsoFor, tool } of contributions.sections)
    for (const role of new Set([entry, ...alsoFor])) {
      const path = `/dashboard/${entry}${tool === undefined ? '' : `/${tool.path}`}`;
      const key = `${path} ${role}`;
      const seen = places.get(key) ?? { path, role, ids: [] };
      seen.ids.push(id);
      places.set(key, seen);
    }
  const sections = [...places.values()].map(({ path, role, ids }) => ({
    path,
    what: `${ids.length === 1 ? 'section' : 'sections'} ${ids.join(', ')}`,
    roles: [role],
    isPublic: false,
    mayMove: false,
  }));
  const overlays = contributions.overlays.map(({ slot }) => ({
    ...{ path: OVERLAY_PATH, what: `overlay ${slot}`, roles: undefined, isPublic: false, mayMove: false },
    opens: slot,
  }));
  const backends = (contributions.backends ?? []).map(({ origin }) => origin);
  return [...pages, ...sections, ...overlays].map((visit) => ({ ...visit, backends }));
}
