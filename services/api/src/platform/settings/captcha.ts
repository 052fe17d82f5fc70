import { z } from 'zod';

const COST = 'a whole number from 1 to 10000000';

/** The settings of the captcha. */
export const captchaSettings = {
  CAPTCHA_PROVIDER: z.enum(['altcha', 'hcaptcha', 'turnstile'], 'altcha, hcaptcha or turnstile').default('altcha'),
  CAPTCHA_COST: z.coerce.number(COST).int(COST).min(1, COST).max(10_000_000, COST).default(1_000_000),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_SECRET: z.string().default(''),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
};

/** The captcha of the contact form. */
export type CaptchaConfig =
  | {
      readonly provider: 'altcha';
      /** The maximum of hashing rounds per form. */
      readonly cost: number;
    }
  | {
      readonly provider: 'hcaptcha' | 'turnstile';
      readonly siteKey: string;
      readonly secret: string;
      /** The URL that checks solutions, by default the provider's. */
      readonly verifyUrl: string | undefined;
    };

/** Returns the missing settings of a remote captcha. */
export function captchaFaults(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (variables.CAPTCHA_PROVIDER === undefined || variables.CAPTCHA_PROVIDER === 'altcha') return [];
  return ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']
    .filter((name) => variables[name] === undefined)
    .map((name) => `${name}: is needed for ${variables.CAPTCHA_PROVIDER}`);
}

/** Returns the captcha of the settings. */
export function captchaConfig(settings: z.output<z.ZodObject<typeof captchaSettings>>): CaptchaConfig {
  if (settings.CAPTCHA_PROVIDER === 'altcha') return { provider: 'altcha', cost: settings.CAPTCHA_COST };
  return {
    provider: settings.CAPTCHA_PROVIDER,
    siteKey: settings.CAPTCHA_SITE_KEY,
    secret: settings.CAPTCHA_SECRET,
    verifyUrl: settings.CAPTCHA_VERIFY_URL,
  };
}
