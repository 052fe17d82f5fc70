import type { Core } from '../core.ts';
import { deriveKeys } from '../settings/keys.ts';
import { altcha } from './altcha.ts';
import type { CaptchaProvider } from './captcha.ts';
import { remoteCaptcha, VERIFY_URLS } from './remote.ts';
import { createSpending } from './spent-model.ts';

/** Creates the configured captcha. */
export function createCaptcha({ config, database, log }: Core): CaptchaProvider {
  const spend = createSpending(database.connection);
  const { captcha } = config;
  if (captcha.provider === 'altcha') return altcha(deriveKeys(config.tokenSecrets, 'captcha'), captcha.cost, spend);
  const { hostname } = new URL(config.publicUrl);
  return remoteCaptcha(
    { ...captcha, verifyUrl: captcha.verifyUrl ?? VERIFY_URLS[captcha.provider], hostname },
    spend,
    log,
  );
}
