import {
  type AdminPressRelease,
  type AlertPreferences,
  type AuditEntry,
  type BackendTokenClaims,
  type BinItem,
  type CalendarEvent,
  type CalendarLinkState,
  type Call,
  DEFAULT_UPLOAD_MB,
  type Device,
  type DocumentAccess,
  type DocumentAcknowledgement,
  type DocumentVersion,
  type FailureCause,
  type LocalRemote,
  type LockItem,
  type Mail,
  type NotificationSummary,
  type Passkey,
  type PortalNotification,
  type PressReleaseRevisionText,
  type ProblemCode,
  type ReleaseHealth,
  type ReleaseItem,
  type RemoteItem,
  type Role,
  type StoredDocument,
  type TeamToken,
  type User,
  type WaitingReports,
} from '@cytocomm/contract';
import type { RefusalExtras } from './refusal.ts';

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
}

/** Something that was deleted, and what takes it back. */
interface FakeBinEntry {
  readonly item: BinItem;
  readonly restore: () => void;
}

/** A picture as it was uploaded. */
interface FakePicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A provider of company accounts, and who signs in there. */
export interface FakeCompany {
  /** What the button calls it. */
  readonly name: string;
  /** The address that it vouches for. */
  readonly email: string;
  /** The sign-ins that this browser has started. */
  pendingSignIns: { readonly state: string; readonly returnTo: string }[];
}

/** The data of the fake server, at first none; a test may change any of it. */
export class FakeData {
  users: FakeUser[] = [];
  links: FakeLink[] = [];
  devices: Device[] = [];
  /** The passkeys of the person who signs in; with one, the link does not suffice. */
  passkeys: Passkey[] = [];
  /** The recovery codes that are left. */
  recoveryCodes: string[] = [];
  /** Whether a role demands a passkey. */
  passkeyNeeded = false;
  /** Whether the session is too old for a change of what one signs in by. */
  stale = false;
  documents: StoredDocument[] = [];
  /** The files of documents by the id of the document, once they were asked for. */
  documentVersions: Map<string, DocumentVersion[]> = new Map();
  events: CalendarEvent[] = [];
  pressReleases: AdminPressRelease[] = [];
  /** The company account that people can sign in with; null while there is none. */
  company: FakeCompany | null = null;
  /** The pictures of press releases. */
  pictures: FakePicture[] = [];
  mails: Mail[] = [];
  /** What was deleted last first. */
  bin: FakeBinEntry[] = [];
  /** The audit trail, newest first. */
  audit: AuditEntry[] = [];
  /** What browsers reported of each release. */
  releaseHealth: ReleaseHealth[] = [];
  /** The causes of failures, those reported last first. */
  failureCauses: FailureCause[] = [];
  /** Who opened which document, by its id. */
  accesses: Map<string, DocumentAccess[]> = new Map();
  /** Who acknowledged which document, by its id, newest first. */
  acknowledgements: Map<string, DocumentAcknowledgement[]> = new Map();
  waitingReports: WaitingReports = { documents: [], goesOutAt: null };
  /** The earlier texts of press releases, by their ids, newest first. */
  revisions: Map<string, PressReleaseRevisionText[]> = new Map();
  /** Another admin has to approve a press release before it appears. */
  pressReleaseApproval = false;
  /** What the caller is to know, newest first. */
  notifications: PortalNotification[] = [];
  /** What waits for the caller. */
  waiting: NotificationSummary['waiting'] = [];
  /** When the caller was here last; null on a first visit. */
  lastVisit: string | null = null;
  /** The private calendar address of the caller. */
  calendarLink: CalendarLinkState = { url: null, createdAt: null, lastReadAt: null };
  /** The mails that the caller wants. */
  alerts: AlertPreferences = { newReport: false, investorNews: false };
  /** Releases, newest first; whether one is live, the live lock tells. */
  releases: ReleaseItem[] = [];
  /** Locks, newest first; the one with `canary` is the canary that runs. */
  locks: LockItem[] = [];
  /** The id of the lock that is live. */
  liveLock: string | null = null;
  remotes: RemoteItem[] = [];
  teamTokens: TeamToken[] = [];
  /** The permission that the browser has. */
  localRemote: LocalRemote | null = null;
  /** How many people want alert mails. */
  audience = 14;
  /** How large an uploaded file may be, in bytes. */
  maxUploadBytes = DEFAULT_UPLOAD_MB * 1024 * 1024;
}

/** Returns a token of claims for a backend. */
export type SignBackendToken = (claims: BackendTokenClaims) => Promise<string>;

/** A call that a fake portal knows. */
export interface AnsweredCall {
  readonly call: Call;
  /** Returns the answer to a request of the call; `pathParams` are the parts of its path by name, decoded. */
  readonly answer: (request: Request, pathParams: Readonly<Record<string, unknown>>) => Promise<Response>;
}

/** Which request of a call is refused, and how. */
export interface HowRefused extends Omit<RefusalExtras, 'status'> {
  /** The parts of its path; by default any. */
  readonly params?: Readonly<Record<string, string>>;
  /** What happened, for people. */
  readonly detail?: string;
}

/** A refusal that waits for its request. */
export interface WaitingRefusal {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly answer: Response;
}

/** The portal's API in memory, held to the specs of its calls. */
export interface FakePortal {
  data: FakeData;
  /** The calls that it knows; of two that fit a request, the first one answers. */
  readonly calls: readonly AnsweredCall[];
  /** The e-mail of the person whose session cookie this browser holds. */
  cookie: string | null;
  /** The sign-in of this browser that waits for its second factor. */
  halfSignIn: { readonly email: string; readonly returnTo: string } | null;
  /** Returns the token of some claims for a backend; without a signature unless something that can sign is put here. */
  signBackendToken: SignBackendToken;
  /** Refuses the next request of a call. Throws when the contract does not let the call be refused like this. */
  refuse(call: Call, code: ProblemCode, how?: HowRefused): void;
  /** Refusals that wait for their requests. */
  refusals: readonly WaitingRefusal[];
  /** Replaces all data, and signs out. */
  reset(data: Partial<FakeData>): void;
  /** The person of the cookie. */
  asking(): FakeUser | undefined;
}
