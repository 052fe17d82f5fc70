/** Minutes after which a tab looks for a newer version; written by services/web. */
const SETTING = 'meta[name="stale-tab-minutes"]';

/** The toast of a newer version, which stays through a logout. */
export const NEWER_VERSION_TOAST = 'newer-version';

/** Random delay beyond the setting, as a share of it: tabs that were opened together do not ask at once. */
const SPREAD = 0.1;

/** Starts the watch for a newer version once the tab has the age in the page's setting; never for 0 or none. */
export function watchTabAge(lock: string): void {
  const minutes = Number(document.querySelector<HTMLMetaElement>(SETTING)?.content);
  if (!(minutes > 0)) return;
  const ageMs = minutes * 60_000;
  setTimeout(
    async () => {
      // A tab that cannot load the watch gets the new version when it is opened again.
      const module = await import('./newer-version.tsx').catch(() => undefined);
      module?.watchForNewerVersion({ lock, ageMs, toastId: NEWER_VERSION_TOAST });
    },
    ageMs * (1 + SPREAD * Math.random()),
  );
}
