import { addressOf, addUser, changeUserRole, deleteUser, listUsers, readUser } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { roles, signedIn } from '../http/access.ts';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { forbidden } from '../http/problem.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Enqueue } from '../mail/service.ts';
import { actorOf } from './actor.ts';
import type { Users } from './service.ts';

const DEFAULT_LIMIT = 100;

/** Returns the calls about users. `invite` queues the invitation mail. */
export function userRoutes(core: Core, users: Users, invite: Enqueue<{ name: string }>): RouteTable {
  const table = routeTable();
  const admin = roles('admin');

  table.answer(readUser, signedIn, ({ principal, params }) => {
    if (params.email === principal.email) {
      return { email: principal.email, name: principal.name, roles: [...principal.roles] };
    }
    if (!principal.roles.includes('admin')) throw forbidden('You may look at your own record only.');
    return users.find(params.email);
  });

  table.answer(listUsers, admin, async ({ query, res }) => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const [after] = query.cursor === undefined ? [] : decodeCursor(query.cursor, z.tuple([z.string()]));
    const page = await users.list(query.search ?? '', limit, after);
    res.setHeader('X-Total-Count', String(page.total));
    if (page.atLeast) res.setHeader('X-Total-Count-Relation', 'gte');
    if (page.next !== undefined) {
      const next = addressOf(listUsers, {}, { search: query.search, limit, cursor: encodeCursor([page.next]) });
      res.setHeader('Link', `<${core.config.publicUrl}${next}>; rel="next"`);
    }
    return [...page.users];
  });

  table.answer(addUser, admin, async (call) => {
    const user = await users.add(call.body, actorOf(call));
    if (call.body.invite === true) await invite(user.email, { name: user.name });
    return user;
  });

  table.answer(changeUserRole, admin, (call) =>
    users.changeRole(call.params.email, call.body.role, call.body.enable, actorOf(call)),
  );

  table.answer(deleteUser, admin, (call) => users.remove(call.params.email, actorOf(call)));

  return table;
}
