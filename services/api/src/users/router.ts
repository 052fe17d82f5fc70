import { newUserSchema, roleChangeSchema, userListQuerySchema, userParamsSchema, userSchema } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { roles, signedIn } from '../http/access.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { forbidden } from '../http/problem.ts';
import { empty, json, type RouteTable, routeTable } from '../http/route.ts';
import type { Enqueue } from '../mail/service.ts';
import type { Actor, Users } from './service.ts';

const DEFAULT_LIMIT = 100;

/** GET /api/users/{email} and the admins' calls. `invite` queues the invitation mail. */
export function userRoutes(core: Core, users: Users, invite: Enqueue<{ name: string }>): RouteTable {
  const table = routeTable('users');
  const admin = roles('admin');
  const actorOf = (call: { principal: { email: string }; clientAddress: string; userAgent: string }): Actor => ({
    actor: call.principal.email,
    from: call.clientAddress,
    userAgent: call.userAgent,
  });

  table.get(
    '/api/users/:email',
    signedIn,
    {
      summary: 'One person: yourself, or for an admin anybody',
      params: userParamsSchema,
      reply: json(userSchema),
      problems: { forbidden: 403, 'not-found': 404 },
    },
    ({ principal, params }) => {
      if (params.email === principal.email) {
        return { email: principal.email, name: principal.name, roles: [...principal.roles] };
      }
      if (!principal.roles.includes('admin')) throw forbidden('You may look at your own record only.');
      return users.find(params.email);
    },
  );

  table.get(
    '/api/admin/users',
    admin,
    {
      summary: 'People, in the order of their e-mails',
      description:
        'X-Total-Count holds how many there are; a Link header with rel="next" leads to the next page. A search whose results are more than a page counts to 100: with X-Total-Count-Relation: gte there may be more.',
      query: userListQuerySchema,
      reply: json(z.array(userSchema)),
    },
    async ({ query, res }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const [after] = query.cursor === undefined ? [] : decodeCursor(query.cursor, z.tuple([z.string()]));
      const page = await users.list(query.search ?? '', limit, after);
      res.setHeader('X-Total-Count', String(page.total));
      if (page.atLeast) res.setHeader('X-Total-Count-Relation', 'gte');
      if (page.next !== undefined) {
        const next = new URL('/api/admin/users', core.config.publicUrl);
        if (query.search !== undefined) next.searchParams.set('search', query.search);
        next.searchParams.set('limit', String(limit));
        next.searchParams.set('cursor', encodeCursor([page.next]));
        res.setHeader('Link', `<${next.href}>; rel="next"`);
      }
      return [...page.users];
    },
  );

  table.post(
    '/api/admin/users',
    admin,
    { summary: 'Add a person', body: newUserSchema, reply: json(userSchema, 201), problems: { 'already-exists': 409 } },
    async (call) => {
      const user = await users.add(call.body, actorOf(call));
      if (call.body.invite === true) await invite(user.email, { name: user.name });
      return user;
    },
  );

  table.patch(
    '/api/admin/users/:email',
    admin,
    {
      summary: 'Give or take a role',
      params: userParamsSchema,
      body: roleChangeSchema,
      reply: json(userSchema),
      problems: { 'not-found': 404, 'last-admin': 409 },
    },
    (call) => users.changeRole(call.params.email, call.body.role, call.body.enable, actorOf(call)),
  );

  table.delete(
    '/api/admin/users/:email',
    admin,
    {
      summary: 'Delete a person; sessions and links end at once',
      params: userParamsSchema,
      reply: empty,
      problems: { 'not-found': 404, 'last-admin': 409 },
    },
    (call) => users.remove(call.params.email, actorOf(call)),
  );

  return table;
}
