import { z } from 'zod';

const MAX_AUDIENCE_LENGTH = 50;
const MAX_ORIGIN_LENGTH = 100;
/** Of one remote; each stands in the header of every page. */
const MAX_BACKENDS = 3;

/** Whether it is an origin as browsers write it; what they leave out or rewrite, a policy would not match. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** The name by which a backend knows that a token is meant for it. */
export const audienceSchema = z
  .string()
  .max(MAX_AUDIENCE_LENGTH)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');

/** A service of a team's own: the origin that its remote calls, and the audience of the tokens for it. */
export const backendSchema = z.strictObject({
  audience: audienceSchema.describe('for whom its tokens are: lower-case words'),
  origin: z
    .string()
    .max(MAX_ORIGIN_LENGTH)
    .regex(
      /^(https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/,
      'https and a host, such as https://lab.example; in development also http://localhost:4000',
    )
    .refine(isOrigin, 'an origin without a path, a default port or a slash at its end')
    .describe('https and a host, such as https://lab.example; in development also http://localhost:4000'),
});
/** A service of a team's own that its remote calls. */
export type Backend = z.infer<typeof backendSchema>;

/** The backends of one remote; each audience is one of them. */
export const backendsSchema = z
  .array(backendSchema)
  .max(MAX_BACKENDS)
  .refine(
    (backends) => new Set(backends.map(({ audience }) => audience)).size === backends.length,
    'an audience twice',
  );
