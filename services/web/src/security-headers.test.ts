import { readWebConfig } from './config.ts';
import { fileHeaders, securityHeaders } from './security-headers.ts';

const configOf = (settings: Readonly<Record<string, string>> = {}) =>
  readWebConfig({ PUBLIC_URL: 'https://portal.example', RELEASES_DIR: '/nowhere', LOCKS_DIR: '/nowhere', ...settings });

/** Which origins may use each feature, by the header of pages. */
function featuresOf(settings?: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const header = String(securityHeaders(configOf(settings))['permissions-policy']);
  return new Map(
    header.split(', ').map((entry) => {
      const [name = '', who = ''] = entry.split(/=(.*)/s);
      return [name, who];
    }),
  );
}

test('pages may copy, use passkeys, and play a film; nothing else is asked of the browser', () => {
  const features = featuresOf();
  const player = '(self "https://www.youtube-nocookie.com")';
  expect(Object.fromEntries([...features].filter(([, who]) => who !== '()'))).toEqual({
    'clipboard-write': '(self)',
    autoplay: player,
    'encrypted-media': player,
    fullscreen: player,
    'picture-in-picture': player,
    'publickey-credentials-create': '(self)',
    'publickey-credentials-get': '(self)',
  });
  for (const name of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'clipboard-read', 'display-capture'])
    expect([name, features.get(name)]).toEqual([name, '()']);
});

test('each feature is named once, in the form of a structured header', () => {
  const header = String(securityHeaders(configOf())['permissions-policy']);
  expect(header).toMatch(/^[a-z-]+=\((?:self)?(?: "https:[^"]+")?\)(?:, [a-z-]+=\((?:self)?(?: "https:[^"]+")?\))*$/);
  expect(featuresOf().size).toBe(header.split(', ').length);
});

test.each(['altcha', 'hcaptcha', 'turnstile'])('scripts and frames of no inline kind with captcha %s', (provider) => {
  const policy = String(securityHeaders(configOf({ CAPTCHA_PROVIDER: provider }))['content-security-policy']);
  const scripts = policy.split(';').filter((directive) => directive.startsWith('script-src'));
  expect(scripts).toHaveLength(1);
  expect(scripts.join()).not.toContain('unsafe');
});

test('https is demanded of browsers where the portal has it', () => {
  const year = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  expect(securityHeaders(configOf())).toMatchObject(year);
  expect(fileHeaders(configOf())()).toMatchObject(year);
  const plain = configOf({ NODE_ENV: 'development', PUBLIC_URL: 'http://localhost:3000' });
  expect(securityHeaders(plain)).not.toHaveProperty('strict-transport-security');
  expect(String(securityHeaders(plain)['content-security-policy'])).not.toContain('upgrade-insecure-requests');
});

test('a page says what it is, and tells other sites no more than its origin', () => {
  expect(securityHeaders(configOf())).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

test('a file says what it is, has no rights of its own, and a script as a worker those of a page', () => {
  const headersOf = fileHeaders(configOf({ RELEASE_BASE_URL: 'https://cdn.example' }));
  for (const path of [undefined, 'a.png', 'a.html'])
    expect(headersOf(path)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'; sandbox;"),
    });
  expect(headersOf('a.js')).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'self' https://cdn.example; object-src 'none'; frame-ancestors 'none'",
  });
});
