import type { Core } from '../core.ts';
import { cleanHtml } from '../press-releases/content.ts';
import { type PressReleaseRecord, pressReleaseModel, statusOf } from '../press-releases/model.ts';
import { demoId } from './demo-id.ts';
import type { DemoRelease } from './release-texts.ts';
import { storeNew } from './store-new.ts';

const AUTHOR = 'admin@cytocomm.example';
const DAY_MS = 24 * 3600 * 1000;
/** The hour at which demo news appears, UTC. */
const HOUR = 9;

function dateOf(days: number, now: Date): Date {
  const date = new Date(now.getTime() + days * DAY_MS);
  date.setUTCHours(HOUR, 0, 0, 0);
  return date;
}

function recordOf({ key, days, target, title, content }: DemoRelease, now: Date): PressReleaseRecord {
  const date = days === undefined ? {} : { date: dateOf(days, now) };
  const createdAt = dateOf(Math.min(days ?? 0, 0) - 1, now);
  return {
    _id: demoId(`press-release ${key}`),
    title,
    content: cleanHtml(content),
    target,
    ...date,
    ...(date.date === undefined ? {} : { publishAt: date.date }),
    status: statusOf(date, now),
    sendEmail: false,
    mailing: 'none',
    recipients: 0,
    sentToEmail: false,
    emailSentDate: null,
    author: AUTHOR,
    createdAt,
    updatedAt: createdAt,
    version: 1,
    lastChange: { at: now, type: 'added', to: [] },
  };
}

/** Adds those of the press releases that are missing; gives how many. */
export async function seedPressReleases(core: Core, releases: readonly DemoRelease[]): Promise<number> {
  const model = pressReleaseModel(core.database.connection);
  const now = new Date();
  let added = 0;
  for (const demo of releases) {
    const record = recordOf(demo, now);
    if ((await model.exists({ _id: record._id })) !== null) continue;
    if (await storeNew(() => model.create(record))) added += 1;
  }
  return added;
}
