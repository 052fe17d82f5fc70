/** Where a page holds after how many minutes its tab is told of a newer version; services/web writes it. */
const SETTING = 'meta[name="stale-tab-minutes"]';

/** The id of the notification of a newer version, which is about nobody who is signed in. */
export const NEWER_VERSION_TOAST = 'newer-version';

/** How much later than the setting a tab begins, at most, as a share of it: tabs that were opened together ask one after the other. */
const SPREAD = 0.1;

/** Begins to look for a newer version when the tab has the age of the page's setting; never without one, or with 0. */
export function watchTabAge(lock: string): void {
  const minutes = Number(document.querySelector<HTMLMetaElement>(SETTING)?.content);
  if (!(minutes > 0)) return;
  const ageMs = minutes * 60_000;
  setTimeout(
    async () => {
      // A tab that cannot have it now is told when it is opened again.
      const module = await import('./newer-version.tsx').catch(() => undefined);
      module?.tellOfNewerVersion(lock, ageMs);
    },
    ageMs * (1 + SPREAD * Math.random()),
  );
}
