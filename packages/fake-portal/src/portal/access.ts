import { type BuiltInRole, builtInRoleSchema, isBuiltInRole, type Role, roleSchema } from '@cytocomm/contract';
import { forbidden, invalidFields, notSignedIn, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Whether there is a role of this name: of the portal, or named by the table of remotes. */
export function isRole({ data }: FakePortal, role: Role): boolean {
  return isBuiltInRole(role) || data.remotes.some(({ claims }) => claims.roles.includes(role));
}

/** Returns roles in the order in which the server lists them: those of the portal first. */
export function inOrder(roles: readonly Role[]): Role[] {
  return [
    ...builtInRoleSchema.options.filter((role) => roles.includes(role)),
    ...roles.filter((role) => !isBuiltInRole(role)),
  ];
}

/** Who may make a call, and by what the person is known: the cookie for reading, the ID token, or for auth the cookie always. */
export interface Access<Who extends FakeUser | null = FakeUser | null> {
  readonly by: 'cookie-or-token' | 'own-origin';
  readonly ignoresPreview?: true;
  /** A preview makes it, too, also when it is no GET. */
  readonly changesNothing?: true;
  readonly admit: (person: FakeUser | null) => Who;
}

function someone(person: FakeUser | null): FakeUser {
  if (person === null) throw notSignedIn();
  return person;
}

/** Everybody; some see more. */
export const everybody: Access = { by: 'cookie-or-token', admit: (person) => person };

/** Everybody alike, signed in or not. */
export const anonymous: Access<null> = { by: 'cookie-or-token', ignoresPreview: true, admit: () => null };

/** Anyone signed in. */
export const signedIn: Access<FakeUser> = { by: 'cookie-or-token', admit: someone };

/** Anyone with one of these roles. */
export function roles(...allowed: readonly BuiltInRole[]): Access<FakeUser> {
  const admit = (caller: FakeUser | null) => {
    const person = someone(caller);
    if (!allowed.some((role) => person.roles.includes(role))) throw forbidden();
    return person;
  };
  return { by: 'cookie-or-token', admit };
}

/** Everybody, from a page of the portal itself. */
export const ownPages: Access<null> = { by: 'own-origin', ignoresPreview: true, admit: () => null };

/** The person of the session, from a page of the portal itself. */
export const ownSession: Access<FakeUser> = { by: 'own-origin', admit: someone };

/** The same, also in a preview. */
export const ownSessionInPreviews: Access<FakeUser> = { ...ownSession, ignoresPreview: true };

function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Returns a token of these claims without a signature, which only the real server would look at. */
export function unsignedToken(claims: object): string {
  return ['{"alg":"none"}', JSON.stringify(claims), ''].map(base64Url).join('.');
}

/** Whose token it is; undefined for what is none. */
function subjectOf(token: string): unknown {
  const [, claims = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)).sub;
  } catch {
    return undefined;
  }
}

function callerOf(access: Access, portal: FakePortal, request: Request): FakeUser | null {
  const { origin } = new URL(request.url);
  const isForeign = (request.headers.get('origin') ?? origin) !== origin;
  if (access.by === 'own-origin' && isForeign) {
    throw new Refusal('foreign-origin', 'This call is answered to pages of the portal itself only.');
  }
  const person = portal.asking();
  const header = request.headers.get('authorization');
  if (header !== null) {
    const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(header) ?? [];
    if (token === undefined) throw notSignedIn('The Authorization header holds no bearer token.');
    if (person === undefined || subjectOf(token) !== person.email)
      throw notSignedIn('The ID token is not valid any more.');
    return person;
  }
  return person !== undefined && (access.by === 'own-origin' || request.method === 'GET') ? person : null;
}

/** Returns the person that a call is judged as: for an admin who previews a role, somebody who holds that role alone. */
export function judgedAs(access: Access, portal: FakePortal, request: Request): FakeUser | null {
  const caller = callerOf(access, portal, request);
  const header = request.headers.get('preview-as');
  if (header === null || access.ignoresPreview === true || caller === null) return caller;
  const role = roleSchema.safeParse(header);
  const noRole = () => invalidFields([{ path: 'headers.Preview-As', message: 'is no role' }]);
  if (!role.success) throw noRole();
  if (!caller.roles.includes('admin')) throw forbidden('Only admins can preview a role.');
  if (!isRole(portal, role.data)) throw noRole();
  if (request.method !== 'GET' && access.changesNothing !== true)
    throw new Refusal('preview', `In the preview as ${role.data} nothing can be changed.`);
  const { defaultRole: _, ...person } = caller;
  return { ...person, roles: [role.data] };
}
