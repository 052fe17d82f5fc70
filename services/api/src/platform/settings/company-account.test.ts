import { readConfig } from './config.ts';
import { companyAccountSettings } from './schemas.ts';

const LEAST = {
  NODE_ENV: 'development',
  MONGODB_URI: 'mongodb://127.0.0.1:27017/portal',
  SMTP_URL: 'smtp://127.0.0.1:25',
};
const ON = {
  OIDC_ISSUER: 'https://login.cytocomm.example/tenant',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_EMAIL_DOMAINS: 'cytocomm.example, Lab.example',
};

const faultsOf = (settings: Readonly<Record<string, string>>): string => {
  try {
    readConfig({ ...LEAST, ...settings });
    return '';
  } catch (error) {
    return String(error);
  }
};

it('is off without settings, and on with an issuer, a client and domains', () => {
  expect(readConfig(LEAST).companyAccount).toBeUndefined();
  expect(readConfig({ ...LEAST, ...ON }).companyAccount).toEqual({
    issuer: 'https://login.cytocomm.example/tenant',
    clientId: 'portal',
    clientSecret: 'secret',
    name: 'your company account',
    emailDomains: ['cytocomm.example', 'lab.example'],
    secondFactorAmr: [],
  });
});

it('names all that is missing at once, and what is set in vain', () => {
  const message = faultsOf({ OIDC_ISSUER: ON.OIDC_ISSUER, PORT: 'x' });
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_EMAIL_DOMAINS'])
    expect(message).toContain(`${name}: is needed for OIDC_ISSUER`);
  expect(message).toContain('PORT: ');
  expect(faultsOf({ OIDC_CLIENT_ID: 'portal', OIDC_NAME: 'X' })).toContain(
    'OIDC_ISSUER: is needed, because of OIDC_CLIENT_ID, OIDC_NAME',
  );
});

it.each([
  'http://login.cytocomm.example',
  'https://login.cytocomm.example/?tenant=1',
  'https://user:password@login.cytocomm.example',
])('does not take the issuer %s', (issuer) => {
  expect(faultsOf({ ...ON, OIDC_ISSUER: issuer })).toContain('OIDC_ISSUER: the https address of the issuer');
});

it.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'https://sts.windows.net/common/',
])('does not start with the issuer of anybody: %s', (issuer) => {
  expect(faultsOf({ ...ON, OIDC_ISSUER: issuer })).toContain('OIDC_ISSUER: the issuer of one tenant');
  expect(faultsOf({ ...ON, OIDC_ISSUER: 'https://login.microsoftonline.com/5c6f0a4e-0000/v2.0' })).toBe('');
  expect(faultsOf({ ...ON, OIDC_ISSUER: 'https://login.cytocomm.example/common' })).toBe('');
});

it('takes http for this machine, and not in production', () => {
  const local = { ...ON, OIDC_ISSUER: 'http://localhost:8080/realms/portal' };
  expect(faultsOf(local)).toBe('');
  expect(faultsOf({ ...local, NODE_ENV: 'production' })).toContain(
    'OIDC_ISSUER: must be an https address in production',
  );
});

it.each(['cytocomm', '@cytocomm.example', '*.cytocomm.example', 'a.example b.example', 'a.example,'])(
  'does not take the domains %s',
  (domains) => {
    expect(faultsOf({ ...ON, OIDC_EMAIL_DOMAINS: domains })).toContain('OIDC_EMAIL_DOMAINS: domains of e-mail');
  },
);

it.each([
  ['https://LOGIN.cytocomm.example/', 'https://login.cytocomm.example'],
  ['https://login.cytocomm.example', 'https://login.cytocomm.example'],
  ['https://Login.cytocomm.example/Tenant', 'https://login.cytocomm.example/Tenant'],
])('keeps accounts under one spelling of the issuer: %s', (written, kept) => {
  expect(companyAccountSettings.OIDC_ISSUER.parse(written)).toBe(kept);
});
