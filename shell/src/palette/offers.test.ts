import { fittingOffers, type Offer } from './offers.ts';

const offer = (title: string, about: string, group = 'Go to'): Offer => ({
  id: `${about} ${title}`,
  group,
  title,
  about,
  icon: 'arrow-right',
  act: { to: '/' },
});
const OFFERS = [
  offer('Overview', 'Admin'),
  offer('Users', 'Admin'),
  offer('Calendar', 'Admin'),
  offer('Calendar', 'Investor'),
  offer('Add User', 'Admin', 'Do'),
  offer('Keyboard shortcuts', '', 'Do'),
  offer('E-mail settings', 'Admin', 'Do'),
];
const titles = (search: string) => fittingOffers(OFFERS, search).map(({ title, about }) => `${about} ${title}`);

it.each([
  ['user', ['Admin Users', 'Admin Add User']],
  ['cal inv', ['Investor Calendar']],
  ['  INVESTOR  ', ['Investor Calendar']],
  ['adm', ['Admin Overview', 'Admin Users', 'Admin Calendar', 'Admin Add User', 'Admin E-mail settings']],
  // Two letters of a name are no role.
  ['ad', ['Admin Add User']],
  ['min', []],
  // "board" in the middle of "Keyboard" is no match.
  ['board', []],
  ['e-mail', ['Admin E-mail settings']],
  ['settings', ['Admin E-mail settings']],
  ['.*', []],
])('"%s" fits %j', (search, wanted) => {
  expect(titles(search)).toEqual(wanted);
});
