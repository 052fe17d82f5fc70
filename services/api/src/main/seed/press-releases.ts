import { WITHOUT_APPROVAL } from '../../content/press-releases/approval/rule.ts';
import { createPressReleases } from '../../content/press-releases/service.ts';
import type { Core } from '../../platform/core.ts';
import { demoId } from './demo-id.ts';
import type { DemoRelease } from './release-texts.ts';

const AUTHOR = 'admin@cytocomm.example';
const DAY_MS = 24 * 3600 * 1000;
/** The hour at which demo news appears, UTC. */
const HOUR = 9;

function dateOf(days: number, now: Date): Date {
  const date = new Date(now.getTime() + days * DAY_MS);
  date.setUTCHours(HOUR, 0, 0, 0);
  return date;
}

/** Adds those of the press releases that are missing. Returns how many. */
export async function seedPressReleases(core: Core, demos: readonly DemoRelease[]): Promise<number> {
  const releases = createPressReleases(core, WITHOUT_APPROVAL);
  const now = new Date();
  let added = 0;
  for (const { key, days, target, title, content } of demos) {
    const isNew = await releases.addOnce({
      _id: demoId(`press-release ${key}`),
      title,
      content,
      target,
      ...(days === undefined ? {} : { date: dateOf(days, now) }),
      author: AUTHOR,
      createdAt: dateOf(Math.min(days ?? 0, 0) - 1, now),
    });
    if (isNew) added += 1;
  }
  return added;
}
