/** The film of the home page. The address is only used after a click. */
export const video = {
  /** The provider's mode without cookies. */
  host: 'https://www.youtube-nocookie.com',
  /** The provider's demonstration film, until the company's own is published; the page says so. */
  id: 'M7lc1UVf-VE',
  title: 'Demonstration film of the provider, in the place of the platform film',
} as const;

/** The film on the provider's own pages, for a browser that cannot show the player. */
export const filmPage = `https://www.youtube.com/watch?v=${video.id}`;

/** Returns the address of the player: starts at once, without sound. */
export function playerAddress({ host, id }: { readonly host: string; readonly id: string } = video): string {
  const query = new URLSearchParams({ autoplay: '1', mute: '1', playsinline: '1', rel: '0' });
  return `${host}/embed/${encodeURIComponent(id)}?${query}`;
}
