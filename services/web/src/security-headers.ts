import helmet from 'helmet';
import type { WebConfig } from './config.ts';

/**
 * The headers of every page. Scripts come from the portal and its remote origins only, and only with an integrity
 * value (each build's loader sets it). Styles allow inline because emotion and prerendered markup write them.
 */
export function securityHeaders(config: WebConfig): ReturnType<typeof helmet> {
  const secure = config.PUBLIC_URL.startsWith('https:');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...config.REMOTE_ORIGINS],
        styleSrc: ["'self'", "'unsafe-inline'", ...config.REMOTE_ORIGINS],
        imgSrc: ["'self'", 'data:', ...config.REMOTE_ORIGINS],
        fontSrc: ["'self'", ...config.REMOTE_ORIGINS],
        connectSrc: ["'self'", ...config.REMOTE_ORIGINS],
        frameSrc: ["'self'", 'https://www.youtube-nocookie.com'],
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
