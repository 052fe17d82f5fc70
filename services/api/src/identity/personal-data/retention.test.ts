import { testPortal } from '../../testing/portal.ts';

const DAY_S = 24 * 3600;

const portal = testPortal();

it.each([
  ['changes', 1],
  ['contact_messages', 365],
  ['document_accesses', 400],
  ['idempotency_keys', 7],
  ['press_release_revisions', 365],
  ['stranger_notes', 30],
  ['telemetry_causes', 7],
  ['telemetry_hours', 7],
  ['telemetry_voices', 2],
])('what is in %s is kept for %d days', async (name, days) => {
  const indexes = await portal.connection.collection(name).indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ expireAfterSeconds: days * DAY_S }));
});

it('what has an end of its own has an index that ends it', async () => {
  for (const [name, field] of Object.entries({
    sessions: 'expires',
    sign_in_links: 'expiresAt',
    sign_in_challenges: 'expiresAt',
    half_sign_ins: 'expiresAt',
    company_sign_ins: 'expiresAt',
    limits: 'expire',
    outbox: 'forgetAt',
    subscribers: 'forgetAt',
    spent_captchas: 'expiresAt',
    release_reservations: 'expiresAt',
  })) {
    const indexes = await portal.connection.collection(name).indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { [field]: 1 }, expireAfterSeconds: 0 }));
  }
});
