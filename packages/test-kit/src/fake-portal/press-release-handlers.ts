import {
  type AdminPressRelease,
  adminPressReleasePageSchema,
  adminPressReleaseSchema,
  newPressReleaseSchema,
  pressReleaseChangeSchema,
  pressReleasePageSchema,
  pressReleaseSchema,
} from '@cytocomm/contract';
import { http, type RequestHandler } from 'msw';
import { buildPressRelease } from '../builders.ts';
import type { FakePortal } from './fake-portal.ts';
import { cutPage } from './page.ts';
import { noContent, problem, readBody, reply } from './reply.ts';

/** The calls about press releases. */
export function pressReleaseHandlers(portal: FakePortal): RequestHandler[] {
  const byKey = new Map<string, AdminPressRelease>();
  const find = (id: unknown) => portal.data.pressReleases.find((release) => release.id === id);
  const mayRead = (target: string) =>
    target === 'public' || ['investor', 'admin'].some((role) => portal.asking()?.roles.some((each) => each === role));
  const published = () =>
    portal.data.pressReleases
      .flatMap(({ status, date, ...release }) =>
        status === 'published' && date !== null ? [{ ...release, date }] : [],
      )
      .toSorted((a, b) => b.date.localeCompare(a.date));

  return [
    http.get('/api/press-releases', ({ request }) => {
      const target = new URL(request.url).searchParams.get('target') ?? 'public';
      if (!mayRead(target)) return problem(portal.cookie === null ? 'not-signed-in' : 'forbidden');
      const found = published().filter((release) => release.target.some((each) => each === target));
      return reply(pressReleasePageSchema, cutPage(found, request));
    }),

    http.get('/api/press-releases/:id', ({ params }) => {
      const release = published().find(({ id }) => id === params.id);
      return release?.target.some(mayRead) ? reply(pressReleaseSchema, release) : problem('not-found');
    }),

    http.get('/api/admin/press-releases', ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const newest = portal.data.pressReleases.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
      return reply(adminPressReleasePageSchema, cutPage(newest, request));
    }),

    http.get('/api/admin/press-releases/:id', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      const release = find(params.id);
      return refusal ?? (release ? reply(adminPressReleaseSchema, release) : problem('not-found'));
    }),

    http.post('/api/admin/press-releases', async ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(newPressReleaseSchema, request);
      if (invalid) return invalid;
      const key = request.headers.get('idempotency-key') ?? '';
      const known = byKey.get(key);
      if (known) return reply(adminPressReleaseSchema, known, { status: 201 });

      const { status, publishAt, sendEmail = false, ...fields } = body;
      const now = new Date().toISOString();
      const planned = status === 'draft' ? 'draft' : publishAt ? 'scheduled' : 'published';
      const release = buildPressRelease({
        ...fields,
        sendEmail,
        status: planned,
        date: planned === 'draft' ? null : (publishAt ?? now),
        publishAt: publishAt ?? null,
        author: portal.cookie ?? '',
        createdAt: now,
        updatedAt: now,
      });
      if (key !== '') byKey.set(key, release);
      portal.data.pressReleases.push(release);
      return reply(adminPressReleaseSchema, release, { status: 201 });
    }),

    http.patch('/api/admin/press-releases/:id', async ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(pressReleaseChangeSchema, request);
      if (invalid) return invalid;
      const release = find(params.id);
      if (release === undefined) return problem('not-found');
      const meant = request.headers.get('if-match');
      if (meant !== null && meant !== release.etag) return problem('precondition-failed', 'Somebody else was faster.');
      const { title, content, target, sendEmail, status, publishAt } = body;
      const now = new Date().toISOString();
      const next = status ?? release.status;
      Object.assign(release, {
        title: title ?? release.title,
        content: content ?? release.content,
        target: target ?? release.target,
        sendEmail: sendEmail ?? release.sendEmail,
        publishAt: publishAt === undefined ? release.publishAt : publishAt,
        status: next,
        date: next === 'draft' ? null : next === 'scheduled' ? (publishAt ?? release.date) : (release.date ?? now),
        updatedAt: now,
        etag: `"${Number(release.etag.replaceAll('"', '')) + 1}"`,
      });
      return reply(adminPressReleaseSchema, release);
    }),

    http.delete('/api/admin/press-releases/:id', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const release = find(params.id);
      if (release === undefined) return problem('not-found');
      const meant = request.headers.get('if-match');
      if (meant !== null && meant !== release.etag) return problem('precondition-failed', 'Somebody else was faster.');
      portal.data.pressReleases = portal.data.pressReleases.filter((each) => each !== release);
      return noContent();
    }),

    http.post('/api/admin/press-releases/:id/test-mail', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      return refusal ?? (find(params.id) ? noContent() : problem('not-found'));
    }),
  ];
}
