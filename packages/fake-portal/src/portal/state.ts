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
  type Passkey,
  type PressReleaseRevisionText,
  type ReleaseHealth,
  type ReleaseItem,
  type RemoteItem,
  type Role,
  type StoredDocument,
  type TeamToken,
  type User,
  type WaitingReports,
} from '@cytocomm/contract';

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

/** Something that was deleted, and what takes it back. */
interface FakeBinEntry {
  readonly item: BinItem;
  readonly restore: () => void;
}

/** A picture, in one form only: as it was uploaded. */
export interface FakePicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The data of the fake server; a test may change any of it. */
export interface FakeData {
  users: FakeUser[];
  links: FakeLink[];
  devices: Device[];
  /** The passkeys of the person who signs in; with one, the link does not suffice. */
  passkeys: Passkey[];
  /** The recovery codes that are left. */
  recoveryCodes: string[];
  /** The code that confirms that it is the person, as the mail has it. */
  confirmationCode: string;
  /** Whether a role demands a passkey. */
  passkeyNeeded: boolean;
  /** Whether the session is too old for a change of what one signs in by. */
  stale: boolean;
  documents: StoredDocument[];
  /** The files of documents by the id of the document, once they were asked for. */
  documentVersions: Map<string, DocumentVersion[]>;
  events: CalendarEvent[];
  pressReleases: AdminPressRelease[];
  /** The company account that people can sign in with; null while there is none. */
  company: FakeCompany | null;
  /** The pictures of press releases. */
  pictures: FakePicture[];
  mails: Mail[];
  /** What was deleted last first. */
  bin: FakeBinEntry[];
  /** The audit trail, newest first. */
  audit: AuditEntry[];
  /** What browsers reported of each release. */
  releaseHealth: ReleaseHealth[];
  /** The causes of failures, those reported last first. */
  failureCauses: FailureCause[];
  /** Who opened which document, by its id. */
  accesses: Map<string, DocumentAccess[]>;
  /** Who acknowledged which document, by its id, newest first. */
  acknowledgements: Map<string, DocumentAcknowledgement[]>;
  waitingReports: WaitingReports;
  /** The earlier texts of press releases, by their ids, newest first. */
  revisions: Map<string, PressReleaseRevisionText[]>;
  /** Another admin has to approve a press release before it appears. */
  pressReleaseApproval: boolean;
  /** How far people have read, and when they were here, by their e-mails. */
  readingMarks: Map<string, { readUpTo?: string; readApart?: readonly string[]; visitedAt?: string; since?: string }>;
  /** The private calendar address of the caller. */
  calendarLink: CalendarLinkState;
  /** The mails that the caller wants. */
  alerts: AlertPreferences;
  /** Releases, newest first; whether one is live, the live lock tells. */
  releases: ReleaseItem[];
  /** Locks, newest first; the one with `canary` is the canary that runs. */
  locks: LockItem[];
  /** The id of the lock that is live. */
  liveLock: string | null;
  remotes: RemoteItem[];
  teamTokens: TeamToken[];
  /** The permission that the browser has. */
  localRemote: LocalRemote | null;
  /** How many people want alert mails. */
  audience: number;
  /** How large an uploaded file may be, in bytes. */
  maxUploadBytes: number;
  /** What was made under which Idempotency-Key: the body as text, and the id. */
  keys: Map<string, { readonly body: string; readonly id: string }>;
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

/** Returns a token of claims for a backend. */
export type SignBackendToken = (claims: BackendTokenClaims) => Promise<string>;

/** A call that a fake portal knows. */
export interface AnsweredCall {
  readonly call: Call;
  /** Returns the answer to a request of the call; `pathParams` are the parts of its path by name, decoded. */
  readonly answer: (request: Request, pathParams: object) => Promise<Response>;
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
  /** Replaces all data, and signs out. */
  reset(data: Partial<FakeData>): void;
  /** The person of the cookie. */
  asking(): FakeUser | undefined;
}

/** Returns the data of an empty portal. */
export const emptyData = (): FakeData => ({
  users: [],
  links: [],
  devices: [],
  passkeys: [],
  recoveryCodes: [],
  confirmationCode: '123456',
  passkeyNeeded: false,
  stale: false,
  documents: [],
  documentVersions: new Map(),
  events: [],
  pressReleases: [],
  company: null,
  pictures: [],
  mails: [],
  bin: [],
  audit: [],
  releaseHealth: [],
  failureCauses: [],
  accesses: new Map(),
  acknowledgements: new Map(),
  waitingReports: { documents: [], goesOutAt: null },
  revisions: new Map(),
  pressReleaseApproval: false,
  readingMarks: new Map(),
  calendarLink: { url: null, createdAt: null, lastReadAt: null },
  alerts: { newReport: false, investorNews: false },
  releases: [],
  locks: [],
  liveLock: null,
  remotes: [],
  teamTokens: [],
  localRemote: null,
  audience: 14,
  maxUploadBytes: DEFAULT_UPLOAD_MB * 1024 * 1024,
  keys: new Map(),
});
