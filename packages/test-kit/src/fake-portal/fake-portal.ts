import {
  type AdminPressRelease,
  type AlertPreferences,
  type AuditEntry,
  type CalendarEvent,
  type CalendarLinkState,
  DEFAULT_UPLOAD_MB,
  type Device,
  type DocumentAccess,
  type Mail,
  type Role,
  type StoredDocument,
  type User,
} from '@cytocomm/contract';
import type { RequestHandler } from 'msw';
import { alertHandlers } from './alert-handlers.ts';
import { authHandlers } from './auth-handlers.ts';
import { documentHandlers } from './document-handlers.ts';
import { eventHandlers } from './event-handlers.ts';
import { operationsHandlers } from './operations-handlers.ts';
import { pressReleaseHandlers } from './press-release-handlers.ts';
import { problem } from './reply.ts';
import { userHandlers } from './user-handlers.ts';

/** A person as the fake server keeps them. */
export interface FakeUser extends User {
  defaultRole?: Role;
}

/** A sign-in link that has been mailed. */
export interface FakeLink {
  readonly email: string;
  readonly token: string;
  readonly code: string;
  readonly returnTo: string;
  /** This browser asked for it: only then its code counts here. */
  readonly askedHere?: boolean;
}

/** What the fake server holds; a test may change any of it. */
export interface FakeData {
  users: FakeUser[];
  links: FakeLink[];
  devices: Device[];
  documents: StoredDocument[];
  events: CalendarEvent[];
  pressReleases: AdminPressRelease[];
  mails: Mail[];
  /** The audit trail, newest first. */
  audit: AuditEntry[];
  /** Who opened which document, by its id. */
  accesses: Map<string, DocumentAccess[]>;
  /** The private calendar address of whoever asks. */
  calendarLink: CalendarLinkState;
  /** The mails that whoever asks wants. */
  alerts: AlertPreferences;
  /** How many people want alert mails. */
  audience: number;
  /** How large an uploaded file may be, in bytes. */
  maxUploadBytes: number;
}

/** The portal's API in memory, held to the contract's schemas. */
export interface FakePortal {
  data: FakeData;
  readonly handlers: RequestHandler[];
  /** The e-mail of the person whose session cookie this browser holds. */
  cookie: string | null;
  /** Holds this and nothing else; nobody is signed in. */
  reset(data: Partial<FakeData>): void;
  /** The person who asks, by the cookie. */
  asking(): FakeUser | undefined;
  /** The answer that refuses the call, if it must be refused: by cookie, by bearer token where it changes something, by role. */
  refusal(request: Request, roles?: readonly Role[]): Response | undefined;
}

const nothing = (): FakeData => ({
  users: [],
  links: [],
  devices: [],
  documents: [],
  events: [],
  pressReleases: [],
  mails: [],
  audit: [],
  accesses: new Map(),
  calendarLink: { url: null, createdAt: null, lastReadAt: null },
  alerts: { newReport: false, investorNews: false },
  audience: 14,
  maxUploadBytes: DEFAULT_UPLOAD_MB * 1024 * 1024,
});

/** A fake portal that holds `data`. */
export function createFakePortal(data: Partial<FakeData> = {}): FakePortal {
  const portal: FakePortal = {
    data: { ...nothing(), ...data },
    handlers: [],
    cookie: null,
    reset(next) {
      portal.data = { ...nothing(), ...next };
      portal.cookie = null;
    },
    asking: () => portal.data.users.find(({ email }) => email === portal.cookie),
    refusal(request, roles) {
      const person = portal.asking();
      const bearer = request.headers.get('authorization')?.startsWith('Bearer ') ?? false;
      if (person === undefined || (request.method !== 'GET' && !bearer)) return problem('not-signed-in');
      const allowed = roles === undefined || roles.some((role) => person.roles.includes(role));
      return allowed ? undefined : problem('forbidden');
    },
  };
  for (const handlers of [
    authHandlers,
    userHandlers,
    documentHandlers,
    eventHandlers,
    pressReleaseHandlers,
    operationsHandlers,
    alertHandlers,
  ]) {
    portal.handlers.push(...handlers(portal));
  }
  return portal;
}
