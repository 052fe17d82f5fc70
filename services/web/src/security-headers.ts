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

const FILM_PLAYER = 'https://www.youtube-nocookie.com';

/** What pages may ask of the browser: copying a text, and for the film's player what it needs. */
const USED_FEATURES: Readonly<Record<string, string>> = {
  'clipboard-write': '(self)',
  ...Object.fromEntries(
    ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'].map((name) => [
      name,
      `(self "${FILM_PLAYER}")`,
    ]),
  ),
};
/** What no page needs, of what all browsers of the day know by name: an unknown name is noted in the console. */
const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'clipboard-read',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

function permissionsPolicy(): string {
  const denied = DENIED_FEATURES.map((name) => [name, '()']);
  return [...Object.entries(USED_FEATURES), ...denied].map(([name, who]) => `${name}=${who}`).join(', ');
}

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
        frameSrc: ["'self'", FILM_PLAYER, ...captchaHosts],
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
  return { ...headersOf(middleware), 'permissions-policy': permissionsPolicy() };
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
