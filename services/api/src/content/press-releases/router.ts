import {
  type AdminPressRelease,
  approvePressRelease,
  askForApproval,
  changePressRelease,
  declinePressRelease,
  deletePressRelease,
  discardPressReleaseText,
  exportPressReleases,
  listAllPressReleases,
  listPressReleaseRevisions,
  listPressReleases,
  readPressRelease,
  readPressReleaseFeed,
  readPressReleaseRevision,
  readPressReleaseState,
  restorePressReleaseRevision,
  savePressReleaseText,
  sendTestMail,
  startPressReleaseDraft,
  withdrawApproval,
  writePressRelease,
} from '@cytocomm/contract';
import type { Request, Response } from 'express';
import { actorOf } from '../../platform/audit/actor.ts';
import { everybody, roles } from '../../platform/calls/access.ts';
import { forbidden, invalidFields, notSignedIn } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { CsvFiles } from '../../platform/exports/csv-file.ts';
import { ifNoneMatchFails } from '../../platform/http/conditions.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { keyOf } from '../../platform/idempotency/once.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import { atomFeed, feedTimeModel, feedUpdatedAt } from './feed.ts';
import type { PressReleaseMailing } from './mailing.ts';
import { type PressReleaseRecord, readableKeys } from './model.ts';
import {
  etagOf,
  presentAdminPressRelease,
  presentPressRelease,
  readersEtagOf,
  requiredIfMatch,
} from './presentation.ts';
import type { PressReleases } from './service.ts';

/** The columns of a press release in a CSV export. */
const RELEASES_CSV = {
  name: 'press-releases.csv',
  columns: ['title', 'status', 'appears', 'for', 'author', 'created', 'changed', 'changedBy', 'mailed', 'groups'],
  lineOf: (release: AdminPressRelease) => [
    ...[release.title, release.status, release.date ?? '', release.target.join(' '), release.author],
    ...[release.createdAt, release.updatedAt, release.changedBy ?? '', String(release.recipients)],
    (release.groups ?? []).join(';'),
  ],
  action: 'press-release.exported',
} as const;

const FEED_LENGTH = 30;
/** Releases read at once by an export: few, since each has its text. */
const RELEASES_AT_ONCE = 50;
type Call = Parameters<typeof actorOf>[0];

/** Routes of press releases, their approval and the Atom feed. */
export function pressReleaseRoutes(
  core: Core,
  releases: PressReleases,
  mailing: PressReleaseMailing,
  csv: CsvFiles,
): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const feedTimes = feedTimeModel(core.database.connection);
  const rule = { isNeeded: core.config.pressReleaseApproval };
  const shown = (res: Response, record: PressReleaseRecord) => {
    res.setHeader('ETag', etagOf(record));
    return presentAdminPressRelease(record, core.database.now(), rule);
  };

  table.answer(listPressReleases, everybody, ({ principal, query }) => {
    const target = query.target ?? 'public';
    const keys = readableKeys(principal, [target]);
    if (keys.length === 0) throw principal === null ? notSignedIn() : forbidden();
    return releases.published(keys, query.limit ?? DEFAULT_PAGE, query.cursor);
  });

  table.answer(readPressReleaseFeed, everybody, async ({ req, res }) => {
    const { items } = await releases.published(readableKeys(null), FEED_LENGTH, undefined);
    const times = items.map(({ date, updated = date }) => Date.parse(updated));
    const updated = await feedUpdatedAt(feedTimes, 'press-releases', new Date(Math.max(0, ...times)));
    const { xml, etag } = atomFeed(items, core.config.publicUrl, updated);
    res.set({ ETag: etag, 'Cache-Control': 'public, no-cache' });
    if (ifNoneMatchFails(req.headers['if-none-match'] ?? '', etag)) res.status(304).end();
    else res.type('application/atom+xml').send(xml);
  });

  table.answer(readPressRelease, everybody, async ({ principal, params, res }) => {
    if (principal?.roles.includes('admin') === true) return shown(res, await releases.find(params.id));
    const record = await releases.findPublished(params.id, readableKeys(principal));
    res.setHeader('ETag', readersEtagOf(record));
    return presentPressRelease(record);
  });

  table.answer(listAllPressReleases, admin, ({ query }) => releases.all(query));

  table.answer(
    exportPressReleases,
    admin,
    (call) => {
      const read = (cursor?: string) => releases.all({ ...call.query, limit: RELEASES_AT_ONCE, cursor });
      return csv.write(call, { ...RELEASES_CSV, read });
    },
    { slot: csv.take },
  );

  table.answer(readPressReleaseState, admin, async ({ params, res }) => {
    const record = await releases.find(params.id);
    return { ...shown(res, record), mails: await mailing.state(record) };
  });

  table.answer(writePressRelease, admin, async (call) =>
    shown(call.res, await releases.write(call.body, keyOf(call.req), actorOf(call))),
  );

  table.answer(changePressRelease, admin, async (call) => {
    const ifMatch = call.req.headers['if-match'];
    return shown(call.res, await releases.change(call.params.id, call.body, ifMatch, actorOf(call)));
  });

  table.answer(startPressReleaseDraft, admin, async (call) =>
    shown(call.res, await releases.writing.start(call.body, keyOf(call.req), actorOf(call))),
  );

  table.answer(savePressReleaseText, admin, async (call) => {
    const ifMatch = requiredIfMatch(call.req);
    return shown(call.res, await releases.writing.save(call.params.id, call.body, ifMatch, actorOf(call)));
  });

  table.answer(discardPressReleaseText, admin, async (call) => {
    const ifMatch = requiredIfMatch(call.req);
    return shown(call.res, await releases.writing.discard(call.params.id, ifMatch, actorOf(call)));
  });

  table.answer(listPressReleaseRevisions, admin, async ({ params }) => ({
    items: await releases.revisions.list(await releases.find(params.id)),
  }));

  table.answer(readPressReleaseRevision, admin, async ({ params }) =>
    releases.revisions.read(await releases.find(params.id), Number(params.number)),
  );

  table.answer(restorePressReleaseRevision, admin, async (call) => {
    const ifMatch = requiredIfMatch(call.req);
    const { id, number } = call.params;
    return shown(call.res, await releases.writing.restore(id, Number(number), ifMatch, actorOf(call)));
  });

  const step = (call: Call & { readonly req: Request }, note: string | undefined) => ({
    ifMatch: requiredIfMatch(call.req),
    note,
    actor: actorOf(call),
  });

  /** Like `step`, for answers: they must name one version. */
  const answer = (...args: Parameters<typeof step>) => {
    const named = step(...args);
    if (named.ifMatch.trim() !== '*') return named;
    throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of one version, not *' }]);
  };

  table.answer(askForApproval, admin, async (call) =>
    shown(call.res, await releases.approval.ask(call.params.id, step(call, call.body.note))),
  );

  table.answer(approvePressRelease, admin, async (call) =>
    shown(call.res, await releases.approval.approve(call.params.id, answer(call, call.body.note))),
  );

  table.answer(declinePressRelease, admin, async (call) =>
    shown(call.res, await releases.approval.decline(call.params.id, answer(call, call.body.note))),
  );

  table.answer(withdrawApproval, admin, async (call) =>
    shown(call.res, await releases.approval.withdraw(call.params.id, step(call, undefined), call.query.state)),
  );

  table.answer(deletePressRelease, admin, (call) =>
    releases.remove(call.params.id, call.req.headers['if-match'], actorOf(call)),
  );

  table.answer(sendTestMail, admin, async ({ principal, params }) => {
    await mailing.queueTest(await releases.find(params.id), principal.email);
  });

  return table;
}
