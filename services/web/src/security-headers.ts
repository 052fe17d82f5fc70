import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { fileTypeOf } from '@cytocomm/releases';
import helmet from 'helmet';
import { releaseOrigins, type WebConfig } from './config.ts';
import { START_WATCH_SOURCE } from './start-watch.ts';

/** The hosts of each captcha's widget, as its provider documents them. ALTCHA needs none. */
const CAPTCHA_HOSTS: Readonly<Record<WebConfig['CAPTCHA_PROVIDER'], readonly string[]>> = {
  altcha: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
};

const FILM_PLAYER = 'https://www.youtube-nocookie.com';

/** The browser features that pages may use. */
const USED_FEATURES: Readonly<Record<string, string>> = {
  'clipboard-write': '(self)',
  // Passkeys, which only pages of the portal itself ask for.
  'publickey-credentials-create': '(self)',
  'publickey-credentials-get': '(self)',
  ...Object.fromEntries(
    ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'].map((name) => [
      name,
      `(self "${FILM_PLAYER}")`,
    ]),
  ),
};
/** The features that no page needs, of those known to all current browsers: others cause console warnings. */
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

/** The headers of a middleware. */
function headersOf(middleware: ReturnType<typeof helmet>): OutgoingHttpHeaders {
  const unsent = new ServerResponse(new IncomingMessage(new Socket()));
  middleware(unsent.req, unsent, () => undefined);
  return unsent.getHeaders();
}

/**
 * Returns the headers of all pages. Scripts load from the portal and its remote origins only, with an integrity value.
 * Inline styles are allowed for emotion and prerendered markup. `localOrigin` is the own machine of a visitor who may load a
 * remote from there; only their pages have it.
 */
export function securityHeaders(config: WebConfig, localOrigin?: string): OutgoingHttpHeaders {
  const captchaHosts = CAPTCHA_HOSTS[config.CAPTCHA_PROVIDER];
  const origins = [...releaseOrigins(config), ...(localOrigin === undefined ? [] : [localOrigin])];
  const secure = config.PUBLIC_URL.startsWith('https:');
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", START_WATCH_SOURCE, ...origins, ...captchaHosts],
        styleSrc: ["'self'", "'unsafe-inline'", ...origins, ...captchaHosts],
        imgSrc: ["'self'", 'data:', ...origins],
        fontSrc: ["'self'", ...origins],
        connectSrc: ["'self'", ...origins, ...captchaHosts],
        frameSrc: ["'self'", FILM_PLAYER, ...captchaHosts],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // It would make https of the own machine's http, which nothing there answers.
        ...(secure && localOrigin === undefined ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    ...(secure ? {} : { strictTransportSecurity: false }),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return { ...headersOf(middleware), 'permissions-policy': permissionsPolicy() };
}

/** The policy of what is no script: opened by its address it has no origin, runs nothing and loads nothing. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

/**
 * Returns the function that returns the headers of a release file by its path, and, without one, of what is no file: no
 * sniffing, and no rights for one opened directly; a script that a page starts as a worker has those of a page.
 */
export function fileHeaders(config: WebConfig): (path?: string) => OutgoingHttpHeaders {
  const middleware = helmet({
    contentSecurityPolicy: false,
    ...(config.PUBLIC_URL.startsWith('https:') ? {} : { strictTransportSecurity: false }),
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const common = {
    ...headersOf(middleware),
    'access-control-allow-origin': '*',
    'content-security-policy': SANDBOX,
  };
  // SVG and files that no page loads can be opened as documents: cached for a day, so that their headers can change.
  const document = { ...common, 'cache-control': `public, max-age=${DAY_SECONDS}` };
  const part = { ...common, 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable` };
  const sources = ["'self'", ...releaseOrigins(config)].join(' ');
  const ofWorkers = `default-src ${sources}; object-src 'none'; frame-ancestors 'none'`;
  const script = { ...part, 'content-security-policy': ofWorkers };
  return (path) => {
    if (path === undefined) return common;
    const type = fileTypeOf(path);
    if (type?.startsWith('text/javascript')) return script;
    return type === undefined || type === 'image/svg+xml' ? document : part;
  };
}
