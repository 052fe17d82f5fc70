import { arrivingPage } from './arriving-page.ts';

test('a page has arrived when its component is ready', async () => {
  const ready = Promise.withResolvers<void>();
  const page = arrivingPage('/about', ready.promise);
  const arrived = jest.fn();
  page.arrived.then(arrived);
  await Promise.resolve();
  expect(arrived).not.toHaveBeenCalled();
  ready.resolve();
  await page.arrived;
  expect(page.isHere()).toBe(true);
});

test('a page that is left is waited for no longer, and is not here when its address is shown again', async () => {
  const page = arrivingPage('/about', new Promise(() => undefined));
  page.leave();
  await page.arrived;
  expect(page.isHere()).toBe(false);
});
