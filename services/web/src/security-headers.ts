import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { WebConfig } from './config.ts';

/** What each captcha's widget loads, shows and asks, as its provider documents it. ALTCHA needs nobody. */
const CAPTCHA_HOSTS: Readonly<Record<WebConfig['CAPTCHA_PROVIDER'], readonly string[]>> = {
  altcha: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

/** What a middleware would write on each answer alike. */
function headersOf(middleware: ReturnType<typeof helmet>): OutgoingHttpHeaders {
  const unsent = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(unsent.req, unsent, () => undefined);
  return unsent.getHeaders();
}

/**
 * The headers of every page. Scripts come from the portal and its remote origins only, and only with an integrity
 * value (each build's loader sets it). Styles allow inline because emotion and prerendered markup write them.
 */
export function securityHeaders(config: WebConfig): OutgoingHttpHeaders {
  const captchaHosts = CAPTCHA_HOSTS[config.CAPTCHA_PROVIDER];
  const secure = config.PUBLIC_URL.startsWith('https:');
  const middleware = helmet({
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
  return headersOf(middleware);
}

/**
 * The headers of release files. Little of what a page needs means something for a file, and there are many: what it is
 * stays what it is named, and one that is opened by itself, or runs as a worker, may do no more than a page.
 */
export function fileHeaders(config: WebConfig): OutgoingHttpHeaders {
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'", ...config.REMOTE_ORIGINS],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    ...(config.PUBLIC_URL.startsWith('https:') ? {} : { strictTransportSecurity: false }),
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return headersOf(middleware);
}
