import { readOffer } from './read-offer.ts';

const challenge = {
  parameters: { algorithm: 'PBKDF2/SHA-256', nonce: 'a', salt: 'b', cost: 1, keyLength: 32, keyPrefix: '00' },
};

describe('readOffer', () => {
  it('knows an ALTCHA challenge', () => {
    expect(readOffer(challenge)).toEqual({ provider: 'altcha', challenge });
  });

  it.each(['hcaptcha', 'turnstile'])('knows %s', (provider) => {
    expect(readOffer({ provider, siteKey: 'key' })).toEqual({ provider, siteKey: 'key' });
  });

  it.each([
    null,
    'text',
    [],
    {},
    { provider: 'other', siteKey: 'key' },
    { provider: 'hcaptcha' },
    { parameters: null },
    { parameters: { ...challenge.parameters, algorithm: 'SCRYPT' } },
    { parameters: { ...challenge.parameters, salt: 1 } },
  ])('refuses %j', (body) => {
    expect(() => readOffer(body)).toThrow('does not know');
  });
});
