/** Why a call about the session failed. */
export type SessionFailureKind = 'unreachable' | 'timeout' | 'misconfigured' | 'malformed' | 'refused';

/** The sentence for an API address that answers with the portal's own page (specification, section 8). */
export const MISCONFIGURED = '⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.';

/** A failed call about the session; `message` is fit to be shown to people. */
export class SessionFailure extends Error {
  override readonly name = 'SessionFailure';
  readonly kind: SessionFailureKind;
  /** The HTTP status of a refusal, 0 when no answer came. */
  readonly status: number;
  /** The stable code of the API's problem details, such as `invalid-link`. */
  readonly code: string | null;
  /** Seconds the server asks to wait, when it says so. */
  readonly retryAfter: number | null;

  constructor(
    kind: SessionFailureKind,
    message: string,
    detail: { status?: number; code?: string | null; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.kind = kind;
    this.status = detail.status ?? 0;
    this.code = detail.code ?? null;
    this.retryAfter = detail.retryAfter ?? null;
  }
}
