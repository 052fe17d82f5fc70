import { saveFrom } from './downloads.tsx';

const frames = () => [...document.querySelectorAll('iframe')].map((frame) => frame.getAttribute('src'));
const addressOf = (number: number) => `/api/admin/audit.csv?subject=${number}`;

it('waits for a bounded number of files, the newest', () => {
  for (let number = 0; number < 25; number += 1) saveFrom(addressOf(number));
  expect(frames()).toEqual(Array.from({ length: 20 }, (_, place) => addressOf(place + 5)));
  // The same one once more is not a further one.
  saveFrom(addressOf(24));
  expect(frames()).toHaveLength(20);
});
