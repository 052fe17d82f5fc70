import { acceptSignIn, addRoles, chooseRole, roleLabel, useSession } from './index.ts';

const person = { email: 'ada@lab.example', name: 'Ada', roles: ['researcher', 'investor', 'king'] };
const roles = () => useSession.getState().roles;

test('a role that no remote of the page brings is left out; one that is brought counts, under its own words', () => {
  acceptSignIn(person);
  expect(roles()).toEqual(['investor']);
  expect(roleLabel('lab-partner')).toBe('Lab partner');
  addRoles([
    { name: 'researcher', label: 'Research staff' },
    { name: 'lab-partner', label: 'Partner of a lab' },
  ]);
  acceptSignIn({ ...person, role: 'researcher' });
  expect(roles()).toEqual(['researcher', 'investor']);
  expect(useSession.getState()).toMatchObject({ activeRole: 'researcher', defaultRole: 'researcher' });
  chooseRole('investor');
  chooseRole('lab-partner');
  expect(useSession.getState().activeRole).toBe('investor');
  expect([roleLabel('researcher'), roleLabel('lab-partner')]).toEqual(['Research staff', 'Partner of a lab']);
});

test('the words for the portal’s own roles stay, and what an object has by itself is no role', () => {
  addRoles([{ name: 'admin', label: 'Root' }]);
  expect(roleLabel('admin')).toBe('Admin');
  acceptSignIn({ ...person, roles: ['admin', 'constructor', 'toString', '__proto__'] });
  expect(roles()).toEqual(['admin']);
});

test('who was signed in before a role was known has it from then on', () => {
  const claims = { sub: person.email, roles: ['investor', 'technician'], role: 'technician', iat: 0, exp: 300 };
  const idToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  acceptSignIn(person);
  useSession.setState({ idToken, expiresAt: Date.now() + 300_000, roles: ['investor'] });
  addRoles([{ name: 'technician', label: 'Technician' }]);
  expect(useSession.getState()).toMatchObject({
    roles: ['investor', 'technician'],
    defaultRole: 'technician',
    idToken,
  });
});
