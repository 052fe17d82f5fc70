import { HttpResponse, http, type RequestHandler } from 'msw';
import type { FakePortal } from './fake-portal.ts';
import { cutPage } from './page.ts';
import { problem } from './reply.ts';

/** The calls about press releases. */
export function pressReleaseHandlers(portal: FakePortal): RequestHandler[] {
  const mayRead = (target: string) =>
    target === 'public' || ['investor', 'admin'].some((role) => portal.asking()?.roles.some((each) => each === role));
  const published = () =>
    portal.data.pressReleases
      .filter(({ status }) => status === 'published')
      .toSorted((a, b) => b.date.localeCompare(a.date));

  return [
    http.get('/api/press-releases', ({ request }) => {
      const target = new URL(request.url).searchParams.get('target') ?? 'public';
      if (!mayRead(target)) return problem(portal.cookie === null ? 'not-signed-in' : 'forbidden');
      const found = published().filter((release) => release.target.some((each) => each === target));
      return HttpResponse.json(cutPage(found, request));
    }),

    http.get('/api/press-releases/:id', ({ params }) => {
      const release = published().find(({ id }) => id === params.id);
      return release?.target.some(mayRead) ? HttpResponse.json(release) : problem('not-found');
    }),
  ];
}
