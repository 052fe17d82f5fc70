import helmet from 'helmet';
import type { WebConfig } from './config.ts';

/** What each captcha's widget loads, shows and asks, as its provider documents it. ALTCHA needs nobody. */
const CAPTCHA_HOSTS: Readonly<Record<WebConfig['CAPTCHA_PROVIDER'], readonly string[]>> = {
  altcha: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

/**
 * The headers of every page. Scripts come from the portal and its remote origins only, and only with an integrity
 * value (each build's loader sets it). Styles allow inline because emotion and prerendered markup write them.
 */
export function securityHeaders(config: WebConfig): ReturnType<typeof helmet> {
  const captchaHosts = CAPTCHA_HOSTS[config.CAPTCHA_PROVIDER];
  const secure = config.PUBLIC_URL.startsWith('https:');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...config.REMOTE_ORIGINS, ...captchaHosts],
        styleSrc: ["'self'", "'unsafe-inline'", ...config.REMOTE_ORIGINS, ...captchaHosts],
        imgSrc: ["'self'", 'data:', ...config.REMOTE_ORIGINS],
        fontSrc: ["'self'", ...config.REMOTE_ORIGINS],
        connectSrc: ["'self'", ...config.REMOTE_ORIGINS, ...captchaHosts],
        frameSrc: ["'self'", 'https://www.youtube-nocookie.com', ...captchaHosts],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    ...(secure ? {} : { strictTransportSecurity: false }),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
