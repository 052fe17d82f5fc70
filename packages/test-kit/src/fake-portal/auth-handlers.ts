import {
  defaultRoleSchema,
  deviceListSchema,
  idTokenSchema,
  linkCheckSchema,
  linkStateSchema,
  magicLinkAnswerSchema,
  magicLinkRequestSchema,
  safeReturnTo,
  signedInSchema,
  signInCompletionSchema,
} from '@cytocomm/contract';
import { http, type RequestHandler } from 'msw';
import type { FakePortal, FakeUser } from './fake-portal.ts';
import { noContent, problem, readBody, reply } from './reply.ts';

const LIFETIME_S = 300;

/** The calls below `/api/auth`. */
export function authHandlers(portal: FakePortal): RequestHandler[] {
  return [
    http.post('/api/auth/magic-link', async ({ request }) => {
      const { body, refusal } = await readBody(magicLinkRequestSchema, request);
      if (refusal) return refusal;
      const { links, users } = portal.data;
      if (users.some(({ email }) => email === body.email)) {
        const number = links.length + 1;
        const link = { email: body.email, token: `token-${number}`, code: String(100_000 + number) };
        portal.data.links = links.filter(({ email }) => email !== body.email);
        portal.data.links.push({ ...link, returnTo: safeReturnTo(body.returnTo), askedHere: true });
      }
      const message = 'If this address is approved, a link is on its way.';
      return reply(magicLinkAnswerSchema, { message }, { status: 202 });
    }),

    http.post('/api/auth/link', async ({ request }) => {
      const { body, refusal } = await readBody(linkCheckSchema, request);
      return refusal ?? reply(linkStateSchema, { works: portal.data.links.some(({ token }) => token === body.token) });
    }),

    http.post('/api/auth/complete', async ({ request }) => {
      const { body, refusal } = await readBody(signInCompletionSchema, request);
      if (refusal) return refusal;
      const link = portal.data.links.find(
        ({ email, token, code, askedHere = false }) =>
          email === body.email && ('token' in body ? token === body.token : askedHere && code === body.code),
      );
      const user = portal.data.users.find(({ email }) => email === body.email);
      if (link === undefined || user === undefined) return problem('invalid-link');
      portal.data.links = portal.data.links.filter((other) => other !== link);
      portal.cookie = user.email;
      const { name, roles, defaultRole } = user;
      const role = defaultRole === undefined ? {} : { role: defaultRole };
      return reply(signedInSchema, { name, roles, ...role, returnTo: link.returnTo });
    }),

    http.post('/api/auth/token', () => {
      const person = portal.asking();
      if (person === undefined) return problem('not-signed-in');
      const expiresAt = new Date(Date.now() + LIFETIME_S * 1000).toISOString();
      return reply(idTokenSchema, { idToken: unsignedToken(person), expiresAt });
    }),

    http.post('/api/auth/logout', () => {
      portal.cookie = null;
      return noContent();
    }),

    http.post('/api/auth/logout-everywhere', () => {
      portal.cookie = null;
      portal.data.devices = [];
      return noContent();
    }),

    http.get('/api/auth/sessions', () => {
      if (portal.asking() === undefined) return problem('not-signed-in');
      return reply(deviceListSchema, { items: portal.data.devices });
    }),

    http.delete('/api/auth/sessions/:id', ({ params }) => {
      if (portal.asking() === undefined) return problem('not-signed-in');
      const kept = portal.data.devices.filter(({ id }) => id !== params.id);
      if (kept.length === portal.data.devices.length) return problem('not-found');
      portal.data.devices = kept;
      return noContent();
    }),

    http.put('/api/auth/default-role', async ({ request }) => {
      const person = portal.asking();
      if (person === undefined) return problem('not-signed-in');
      const { body, refusal } = await readBody(defaultRoleSchema, request);
      if (refusal) return refusal;
      if (body.role === null) delete person.defaultRole;
      else person.defaultRole = body.role;
      return noContent();
    }),
  ];
}

/** A token with true claims and no signature: only the server would look at that. */
function unsignedToken({ email, name, roles, defaultRole }: FakeUser): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: email, name, roles, role: defaultRole, sid: 'fake', iat: now, exp: now + LIFETIME_S };
  return ['{"alg":"none"}', JSON.stringify(claims), ''].map(base64Url).join('.');
}

function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
