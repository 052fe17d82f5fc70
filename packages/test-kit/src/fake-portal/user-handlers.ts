import { newUserSchema, roleChangeSchema, type User, userSchema } from '@cytocomm/contract';
import { http, type RequestHandler } from 'msw';
import { z } from 'zod';
import type { FakePortal } from './fake-portal.ts';
import { noContent, problem, readBody, reply } from './reply.ts';

/** How far a search counts. */
const COUNTED = 100;
const PAGE = 50;

/** The calls about people. */
export function userHandlers(portal: FakePortal): RequestHandler[] {
  const find = (email: unknown) => portal.data.users.find((user) => user.email === String(email).toLowerCase());
  const isLastAdmin = (user: User) =>
    user.roles.includes('admin') && portal.data.users.filter(({ roles }) => roles.includes('admin')).length === 1;

  return [
    http.get('/api/users/:email', ({ request, params }) => {
      const refusal = portal.refusal(request);
      if (refusal) return refusal;
      const asking = portal.asking();
      const user = find(params.email);
      if (asking?.email !== user?.email && !asking?.roles.includes('admin')) return problem('forbidden');
      return user === undefined ? problem('not-found') : reply(userSchema, user);
    }),

    http.get('/api/admin/users', ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const query = new URL(request.url).searchParams;
      const search = (query.get('search') ?? '').toLowerCase();
      const limit = Number(query.get('limit') ?? PAGE);
      const start = Number(query.get('cursor') ?? 0);
      const found = portal.data.users.filter(
        ({ email, name }) => email.startsWith(search) || name.toLowerCase().startsWith(search),
      );
      const counts = search === '' || found.length < COUNTED || found.length <= limit;
      const headers: Record<string, string> = counts
        ? { 'x-total-count': String(found.length) }
        : { 'x-total-count': String(COUNTED), 'x-total-count-relation': 'gte' };
      if (start + limit < found.length) {
        query.set('cursor', String(start + limit));
        headers.link = `</api/admin/users?${query}>; rel="next"`;
      }
      return reply(z.array(userSchema), found.slice(start, start + limit), { headers });
    }),

    http.post('/api/admin/users', async ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(newUserSchema, request);
      if (invalid) return invalid;
      if (find(body.email)) return problem('already-exists');
      const user = { email: body.email, name: body.name ?? body.email.split('@')[0] ?? '', roles: body.roles };
      portal.data.users.push(user);
      return reply(userSchema, user, { status: 201 });
    }),

    http.patch('/api/admin/users/:email', async ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(roleChangeSchema, request);
      if (invalid) return invalid;
      const user = find(params.email);
      if (user === undefined) return problem('not-found');
      if (body.role === 'admin' && !body.enable && isLastAdmin(user)) return problem('last-admin');
      const others = user.roles.filter((role) => role !== body.role);
      user.roles = body.enable ? [...others, body.role] : others;
      return reply(userSchema, user);
    }),

    http.delete('/api/admin/users/:email', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const user = find(params.email);
      if (user === undefined) return problem('not-found');
      if (isLastAdmin(user)) return problem('last-admin');
      portal.data.users = portal.data.users.filter((other) => other !== user);
      return noContent();
    }),
  ];
}
