import { ROOT_ELEMENT_ID } from '@cytocomm/composition';

/** Maximum wait for a paint, in ms: a covered window has none. */
const MAX_WAIT_MS = 1000;

/** Resolves after the next paint of the page, at once in a hidden one. */
function afterPaint(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (document.hidden) resolve();
  document.addEventListener('visibilitychange', () => resolve(), { once: true });
  setTimeout(resolve, MAX_WAIT_MS);
  // The first is called before a paint, the second behind it.
  requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  return promise;
}

/** Starts the page: what came as markup is painted before the shell's modules run. */
async function begin(root: HTMLElement): Promise<void> {
  if (root.hasChildNodes()) await afterPaint();
  // Of the same file: only when its modules run is put off.
  const { start } = await import(/* webpackMode: "eager" */ './start.tsx');
  await start(root);
}

const root = document.getElementById(ROOT_ELEMENT_ID);
// The page listens for errors and says that it did not start.
if (root) begin(root).catch(reportError);
