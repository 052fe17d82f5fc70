import { z } from 'zod';

/** An ALTCHA challenge, as its widget takes it. */
export const altchaChallengeSchema = z
  .object({
    provider: z.literal('altcha'),
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  })
  .meta({ id: 'AltchaChallenge' });

/** The widget of another provider. */
export const captchaWidgetSchema = z
  .object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() })
  .meta({ id: 'CaptchaWidget' });

/** What a form needs to show its captcha. */
export const captchaSchema = z.discriminatedUnion('provider', [altchaChallengeSchema, captchaWidgetSchema]);
/** What a form needs to show its captcha. */
export type Captcha = z.infer<typeof captchaSchema>;
