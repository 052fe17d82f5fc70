import {
  adminPressReleasePageSchema,
  adminPressReleaseSchema,
  newPressReleaseSchema,
  pageQuerySchema,
  pressReleaseChangeSchema,
  pressReleaseListQuerySchema,
  pressReleasePageSchema,
  pressReleaseSchema,
  type ReleaseTarget,
  recordParamsSchema,
} from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { everybody, type Principal, roles } from '../http/access.ts';
import { isKnown } from '../http/conditions.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { forbidden, notSignedIn } from '../http/problem.ts';
import { empty, json, type RouteTable, routeTable, written } from '../http/route.ts';
import { KEY_HEADER, KEY_PROBLEMS, keyOf } from '../idempotency/once.ts';
import { actorOf } from '../users/actor.ts';
import { atomFeed } from './feed.ts';
import type { ReleaseMailing } from './mailing.ts';
import { etagOf, type PressReleases, shownToAdmins, shownToReaders } from './service.ts';

/** The longest request: the longest content, where every character may take several bytes. */
const MOST_BYTES = 1024 * 1024;
const FEED_LENGTH = 30;

function targetsOf(person: Principal | null): readonly ReleaseTarget[] {
  const readsInvestors = person?.roles.some((role) => role === 'investor' || role === 'admin') === true;
  return readsInvestors ? ['public', 'investors'] : ['public'];
}

/** Press releases for readers, the Atom feed, and the admins' calls. */
export function pressReleaseRoutes(core: Core, releases: PressReleases, mailing: ReleaseMailing): RouteTable {
  const table = routeTable('press-releases');
  const admin = roles('admin');
  const ifMatchHeader = { 'If-Match': 'the ETag of the state that is meant; another state is refused with 412' };

  table.get(
    '/api/press-releases',
    everybody,
    {
      summary: 'Published press releases for a target, newest first',
      query: pressReleaseListQuerySchema,
      reply: json(pressReleasePageSchema),
      problems: { forbidden: 403, 'not-signed-in': 401 },
    },
    ({ principal, query }) => {
      const target = query.target ?? 'public';
      if (!targetsOf(principal).includes(target)) throw principal === null ? notSignedIn() : forbidden();
      return releases.published(target, query.limit ?? DEFAULT_PAGE, query.cursor);
    },
  );

  table.get(
    '/api/press-releases/feed.xml',
    everybody,
    {
      summary: 'The Atom feed of the public press releases',
      reply: written('application/atom+xml', 'The feed; unchanged: 304'),
    },
    async ({ req, res }) => {
      const { items } = await releases.published('public', FEED_LENGTH, undefined);
      const { xml, etag } = atomFeed(items, core.config.publicUrl);
      res.set({ ETag: etag, 'Cache-Control': 'public, no-cache' });
      if (isKnown(req.headers['if-none-match'] ?? '', etag)) res.status(304).end();
      else res.type('application/atom+xml').send(xml);
    },
  );

  table.get(
    '/api/press-releases/:id',
    everybody,
    {
      summary: 'One press release; an admin gets drafts and scheduled ones too, with all that belongs to them',
      params: recordParamsSchema,
      reply: json(adminPressReleaseSchema.or(pressReleaseSchema)),
      problems: { 'not-found': 404 },
    },
    async ({ principal, params, res }) => {
      if (principal?.roles.includes('admin') === true) {
        const record = await releases.find(params.id);
        res.setHeader('ETag', etagOf(record));
        return shownToAdmins(record, core.database.now());
      }
      const record = await releases.findPublished(params.id, targetsOf(principal));
      res.setHeader('ETag', etagOf(record));
      return shownToReaders(record);
    },
  );

  table.get(
    '/api/admin/press-releases',
    admin,
    {
      summary: 'All press releases, drafts and scheduled ones included, the one written last first',
      query: pageQuerySchema,
      reply: json(adminPressReleasePageSchema),
    },
    ({ query }) => releases.all(query.limit ?? DEFAULT_PAGE, query.cursor),
  );

  table.get(
    '/api/admin/press-releases/:id',
    admin,
    {
      summary: 'One press release, and how its mails are doing',
      params: recordParamsSchema,
      reply: json(adminPressReleaseSchema),
      problems: { 'not-found': 404 },
    },
    async ({ params, res }) => {
      const record = await releases.find(params.id);
      res.setHeader('ETag', etagOf(record));
      return { ...shownToAdmins(record, core.database.now()), mails: await mailing.state(record) };
    },
  );

  table.post(
    '/api/admin/press-releases',
    admin,
    {
      summary: 'Write a press release',
      description: 'Without a status it is published now, or at publishAt.',
      headers: KEY_HEADER,
      body: newPressReleaseSchema,
      maxBodyBytes: MOST_BYTES,
      reply: json(adminPressReleaseSchema, 201),
      problems: KEY_PROBLEMS,
    },
    async (call) => {
      const record = await releases.write(call.body, keyOf(call.req), actorOf(call));
      call.res.setHeader('ETag', etagOf(record));
      return shownToAdmins(record, core.database.now());
    },
  );

  table.patch(
    '/api/admin/press-releases/:id',
    admin,
    {
      summary: 'Change fields of a press release',
      headers: ifMatchHeader,
      params: recordParamsSchema,
      body: pressReleaseChangeSchema,
      maxBodyBytes: MOST_BYTES,
      reply: json(adminPressReleaseSchema),
      problems: { 'not-found': 404, 'precondition-failed': 412 },
    },
    async (call) => {
      const record = await releases.change(call.params.id, call.body, call.req.headers['if-match'], actorOf(call));
      call.res.setHeader('ETag', etagOf(record));
      return shownToAdmins(record, core.database.now());
    },
  );

  table.delete(
    '/api/admin/press-releases/:id',
    admin,
    {
      summary: 'Delete a press release',
      headers: ifMatchHeader,
      params: recordParamsSchema,
      reply: empty,
      problems: { 'not-found': 404, 'precondition-failed': 412 },
    },
    (call) => releases.remove(call.params.id, call.req.headers['if-match'], actorOf(call)),
  );

  table.post(
    '/api/admin/press-releases/:id/test-mail',
    admin,
    {
      summary: 'Send a press release to yourself, to see how the mail looks',
      params: recordParamsSchema,
      reply: empty,
      problems: { 'not-found': 404 },
    },
    async ({ principal, params }) => {
      await mailing.queueTest(await releases.find(params.id), principal.email);
    },
  );

  return table;
}
