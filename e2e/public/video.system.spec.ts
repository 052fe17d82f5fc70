import { expect, test } from '../fixtures/test.ts';

// The provider is not there in a test, and its frame may say what it likes.
test.use({ complaintsExpected: true });

test('the film loads nothing of its provider before the click, then plays at once, muted, without a way back', async ({
  page,
  portal,
}) => {
  const elsewhere: string[] = [];
  await page.route(
    (url) => url.origin !== portal.url,
    (route) => {
      elsewhere.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' });
    },
  );
  await page.goto(portal.url, { waitUntil: 'networkidle' });
  const play = page.getByRole('button', { name: 'Play the video' });
  await play.scrollIntoViewIfNeeded();
  const place = await play.boundingBox();
  expect((place?.width ?? 0) / (place?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(elsewhere).toEqual([]);
  await play.press('Enter');
  const player = page.frameLocator('iframe[title^="Demonstration film"]');
  await expect(player.getByText('The film')).toBeVisible();
  await expect(play).toHaveCount(0);
  expect(elsewhere).toHaveLength(1);
  const address = new URL(elsewhere[0] ?? '');
  expect(address.origin).toBe('https://www.youtube-nocookie.com');
  expect(address.searchParams.get('autoplay')).toBe('1');
  expect(address.searchParams.get('mute')).toBe('1');
});
