import type { Lock, LockedRelease } from '@cytocomm/contract';
import type { MatchedRoute } from './routes.ts';

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
