import { z } from 'zod';

/** Every stable error code of the API with its title; programs rely on the code, people read title and detail. */
export const PROBLEMS = {
  'already-exists': 'It exists already',
  'approval-needed': 'Another admin has to approve it first',
  'bad-json': 'The body is not valid JSON',
  'bad-request': 'The request cannot be understood',
  busy: 'The service is busy',
  captcha: 'The captcha is not solved',
  'company-sign-in-refused': 'The company account does not sign you in',
  conflict: 'It conflicts with the present state',
  'database-unavailable': 'The database is unavailable',
  forbidden: 'Your role does not allow this',
  'foreign-origin': 'The call comes from another site',
  'https-unknown': 'The proxy does not say that the request came by https',
  'fresh-sign-in-needed': 'Confirm that it is you',
  'gate-refused': 'The gate refused this',
  'gate-running': 'The gate has not ended yet',
  'idempotency-mismatch': 'The key was used with another body',
  internal: 'Something failed on our side',
  'invalid-link': 'Invalid or expired link',
  'last-admin': 'The last admin stays',
  'lock-moved': 'Another lock is live now',
  'method-not-allowed': 'This address does not answer that method',
  'no-canary': 'There is no canary',
  'not-found': 'There is nothing here',
  'not-signed-in': 'Not signed in',
  'nothing-before': 'There is nothing before it',
  'passkey-needed': 'Your role needs a passkey',
  'passkey-refused': 'The passkey is not accepted',
  'precondition-failed': 'Somebody else was faster',
  preview: 'A preview is read-only',
  'quota-exceeded': 'There is no room left for it',
  'range-not-satisfiable': 'That range lies outside the file',
  'rate-limited': 'Too many requests',
  'release-invalid': 'This is not a usable release',
  'request-timeout': 'The request did not arrive in time',
  'second-factor-needed': 'The second factor is missing',
  'second-factor-refused': 'The second factor is not accepted',
  'too-large': 'That is too large',
  unavailable: 'The service is unavailable',
  'unsupported-media-type': 'That kind of content is not accepted',
  validation: 'Some fields are not valid',
  'version-taken': 'That version is published with other content',
} as const;

/** One of the stable error codes. */
export type ProblemCode = keyof typeof PROBLEMS;

const codes = Object.keys(PROBLEMS).filter((code): code is ProblemCode => code in PROBLEMS);

/** The stable error codes. */
export const problemCodeSchema = z.enum(codes).meta({ id: 'ProblemCode' });

/** One field that was refused. */
export const fieldProblemSchema = z
  .object({ path: z.string().describe('where: body.roles.0'), message: z.string() })
  .meta({ id: 'FieldProblem' });
/** One field that was refused. */
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/** The body of every error: RFC 9457 `application/problem+json`. */
export const problemSchema = z
  .object({
    type: z.string().describe('an address that explains the code'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe('what happened, for people'),
    code: problemCodeSchema,
    requestId: z.string(),
    errors: z.array(fieldProblemSchema).optional(),
  })
  .meta({ id: 'Problem' });
/** The body of every error. */
export type Problem = z.infer<typeof problemSchema>;
