import { type AdminPressRelease, type PressReleaseChange, textOfHtml } from '@cytocomm/contract';
import { invalidFields, Refusal } from './refusal.ts';

/** Throws 400 for a release that readers could not read. */
export function assertWhole({ title, content, target }: Pick<AdminPressRelease, 'title' | 'content' | 'target'>): void {
  const missing = [
    ...(title === '' ? [{ path: 'body.title', message: 'must not be empty' }] : []),
    ...(textOfHtml(content) === '' ? [{ path: 'body.content', message: 'holds no text' }] : []),
    ...(target.length === 0 ? [{ path: 'body.target', message: 'at least one target' }] : []),
  ];
  if (missing.length > 0) throw invalidFields(missing);
}

/** Throws 400 for a request without If-Match. */
export function assertConditional(request: Request): void {
  if (request.headers.get('if-match') === null)
    throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of the version that was changed' }]);
}

/** Returns the tag of a press release's next state. */
export const nextEtag = ({ etag }: AdminPressRelease): string => `"${Number(etag.replaceAll('"', '')) + 1}"`;

/** Throws 412 unless some state of If-Match is the present one. */
export function assertIfMatch(request: Request, { etag }: AdminPressRelease): void {
  const header = request.headers.get('if-match')?.trim();
  if (header === undefined || header === '*' || header.split(/\s*,\s*/).includes(etag)) return;
  const detail = 'Somebody else just changed this press release. Your change was not saved.';
  throw new Refusal('precondition-failed', detail, { headers: { ETag: etag } });
}

const refuseField = (field: string, message: string) => invalidFields([{ path: `body.${field}`, message }]);

type PlannedBefore = Pick<AdminPressRelease, 'publishAt' | 'timeZone'> | undefined;

/** Returns a moment as it is stored. */
const momentOf = (publishAt: string | null) => publishAt && new Date(publishAt).toISOString();

/** Returns the zone of a planned time; without one in the request it stays. */
function zoneFor({ publishAt, timeZone }: PressReleaseChange, planned: string | null, before: PlannedBefore) {
  const isEntered = planned !== null && (typeof publishAt === 'string' || planned === before?.publishAt);
  if (!isEntered && typeof timeZone === 'string') throw refuseField('timeZone', 'only with a time in publishAt');
  if (!isEntered) return undefined;
  return timeZone === undefined ? before?.timeZone : (timeZone ?? undefined);
}

/** Returns the planned time of a text that is saved, and its zone. */
export function plannedTime(
  text: { publishAt: string | null; timeZone?: string | null | undefined },
  before: PlannedBefore,
) {
  const publishAt = momentOf(text.publishAt);
  return { publishAt, timeZone: zoneFor(text, publishAt, before) };
}

/** Returns when a release appears, by what is wished and what was before. */
export function planFor(wish: PressReleaseChange, before: AdminPressRelease | undefined) {
  const plan = timesFor(wish, before);
  return { ...plan, timeZone: zoneFor(wish, plan.publishAt, before) };
}

function timesFor({ status, publishAt }: PressReleaseChange, before: AdminPressRelease | undefined) {
  const now = new Date().toISOString();
  const requested = momentOf(publishAt ?? null);
  const unchanged = before?.publishAt && before.publishAt > now ? before.publishAt : null;
  const planned = publishAt === undefined ? unchanged : requested;
  if ((status ?? before?.status) === 'draft') return { status: 'draft' as const, date: null, publishAt: planned };
  if (status === 'scheduled') {
    if (planned === null || planned <= now) throw refuseField('publishAt', 'a time in the future');
    return { status, date: planned, publishAt: planned };
  }
  if (status === 'published' && requested !== null && requested > now)
    throw refuseField('publishAt', 'lies in the future: leave it out, or set the status to scheduled');
  if (publishAt === null && status === undefined && before?.status === 'scheduled')
    throw refuseField('publishAt', 'say by the status whether it is a draft or published now');
  if (before !== undefined && publishAt === undefined && (status === undefined || before.status === 'published'))
    return { status: before.status, date: before.date, publishAt: before.publishAt };
  const date = requested ?? now;
  return { status: date > now ? ('scheduled' as const) : ('published' as const), date, publishAt: date };
}
