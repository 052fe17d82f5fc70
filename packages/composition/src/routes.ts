import type { Lock, LockedRelease, RouteContribution } from '@cytocomm/contract';

/** A file of a release. */
export interface PageFile {
  readonly release: LockedRelease;
  readonly path: string;
}

/** The files that a page needs before it shows. */
export interface PageFiles {
  readonly styles: readonly PageFile[];
  /** In the order in which they are asked for, without the shell's entry, which starts the page. */
  readonly scripts: readonly PageFile[];
}

/** The component under which the shell lists its own first files. */
const SHELL_COMPONENT = 'Main';

/** Returns the files of a page: the shell's, then those of the route's remote. */
export function filesOfPage(lock: Lock, matched: MatchedRoute | undefined): PageFiles {
  const { shell } = lock;
  const listed = (release: LockedRelease, component: string, entry: readonly string[]) => {
    const { styles = [], scripts = [] } = release.components[component] ?? {};
    const placed = (path: string): PageFile => ({ release, path });
    return { styles: styles.map(placed), scripts: [...entry, ...scripts].map(placed) };
  };
  const first = listed(shell, SHELL_COMPONENT, []);
  const isRemote = matched !== undefined && matched.release !== shell;
  const hasFiles = isRemote && matched.release.components[matched.route.component] !== undefined;
  const own = hasFiles ? listed(matched.release, matched.route.component, [matched.release.entry]) : undefined;
  return {
    styles: [...first.styles, ...(own?.styles ?? [])],
    scripts: [...first.scripts.filter(({ path }) => path !== shell.entry), ...(own?.scripts ?? [])],
  };
}

/** The name of the site in titles and shared links. */
export const SITE_NAME = 'Cytocomm';

/** The title of an address that has no page. */
export const MISSING_PAGE_TITLE = 'Page not found';

/** Returns the title of the tab for a page. */
export function pageTitle(title: string): string {
  return `${title} · ${SITE_NAME}`;
}

/** A route of a lock, together with the release that contributes it. */
export interface MatchedRoute {
  readonly release: LockedRelease;
  readonly route: RouteContribution;
}

/** Returns all routes of a lock, the shell's own first. */
export function routesOf(lock: Lock): MatchedRoute[] {
  return [lock.shell, ...lock.remotes].flatMap((release) =>
    release.contributions.routes.map((route) => ({ release, route })),
  );
}

/**
 * Returns the route at a path: the one of that very path, else the longest above it that answers for what is below; undefined
 * where the lock has none. A slash at the end and capitals make no difference.
 */
export function matchRoute(lock: Lock, path: string): MatchedRoute | undefined {
  const normalized = (path.length > 1 ? path.replace(/\/+$/, '') : path).toLowerCase();
  const routes = routesOf(lock);
  const exact = routes.find(({ route }) => route.path === normalized);
  if (exact) return exact;
  return routes
    .filter(({ route }) => route.below === true && normalized.startsWith(`${route.path}/`))
    .reduce<MatchedRoute | undefined>(
      (longest, each) => (longest && longest.route.path.length >= each.route.path.length ? longest : each),
      undefined,
    );
}

/**
 * Returns the address under which a page is served that was matched at `path`: the path of its route, and what follows it
 * there, as it was written but for slashes at the end.
 */
export function servedPath({ route }: MatchedRoute, path: string): string {
  if (route.below !== true) return route.path;
  return route.path + path.slice(route.path.length).replace(/\/+$/, '');
}
