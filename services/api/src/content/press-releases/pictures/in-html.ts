import { addressOf, pictureWidths, readPicture } from '@cytocomm/contract';

/** The address of a picture of this portal: its id, and a width. */
export const PICTURE_ADDRESS = new RegExp(
  `^${readPicture.path.replace(':id', '([0-9a-f]{24})').replace(':width', '([1-9]\\d{0,3})')}$`,
);

/** A picture in clean HTML, as `cleanHtml` and `withWidths` write it. */
const PICTURE = /<img src="([^"]*)"(?: srcset="[^"]*")? alt="([^"]*)"(?: width="(\d+)")?(?: height="(\d+)")? \/>/g;

/** A picture as it stands in a text. */
export interface PictureInText {
  readonly id: string;
  /** As it stands in the HTML, escaped. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Returns clean HTML with something else in the place of each picture. */
export function replacePictures(html: string, replace: (picture: PictureInText) => string): string {
  return html.replace(PICTURE, (_element, src: string, alt: string, width = '', height = '') => {
    const [, id = '', fallback = ''] = PICTURE_ADDRESS.exec(src) ?? [];
    return id === '' ? '' : replace({ id, alt, width: Number(width || fallback), height: Number(height) });
  });
}

/** Returns the ids of the pictures in clean HTML, each once. */
export function picturesIn(html: string): string[] {
  const ids = new Set<string>();
  replacePictures(html, ({ id }) => {
    ids.add(id);
    return '';
  });
  return [...ids];
}

const sizeOf = ({ width, height }: PictureInText) => `width="${width}"${height > 0 ? ` height="${height}"` : ''}`;

/** Returns a picture as it is stored: with the address of its largest form. */
export function storedPicture(picture: PictureInText): string {
  const { id, alt, width } = picture;
  return `<img src="${addressOf(readPicture, { id, width: String(width) })}" alt="${alt}" ${sizeOf(picture)} />`;
}

/** Returns clean HTML as pages show it: browsers choose among the widths of each picture. */
export function withWidths(html: string): string {
  return replacePictures(html, (picture) => {
    const { id, width } = picture;
    const address = (each: number) => addressOf(readPicture, { id, width: String(each) });
    const srcset = pictureWidths(width)
      .map((each) => `${address(each)} ${each}w`)
      .join(', ');
    return storedPicture(picture).replace(' alt=', ` srcset="${srcset}" alt=`);
  });
}

/** A link in clean HTML, as `cleanHtml` writes it. */
const LINK = /<a href="([^"]*)"/g;
/** Where releases are read: what a link that is no whole address starts from. */
const PAGE_OF_RELEASES = '/news';

/** Returns clean HTML whose links lead from elsewhere to where they lead on the portal. */
function withWholeLinks(html: string, publicUrl: string): string {
  return html.replace(LINK, (link, href: string) => {
    const address = href.replaceAll('&amp;', '&');
    if (URL.canParse(address) || !URL.canParse(address, publicUrl)) return link;
    const whole = new URL(address, publicUrl + PAGE_OF_RELEASES).href;
    return `<a href="${whole.replaceAll('&', '&amp;')}"`;
  });
}

/** The width of a picture in feeds and mails, in pixels. */
const WIDTH_ELSEWHERE = 960;

/**
 * Returns clean HTML as it is read outside the portal, with whole addresses. `shownWidth` is the width at which pictures are shown at
 * most, for programs that know no style sheets; by default that of the picture.
 */
export function withWholeAddresses(html: string, publicUrl: string, shownWidth = Number.POSITIVE_INFINITY): string {
  return replacePictures(withWholeLinks(html, publicUrl), ({ id, alt, width, height }) => {
    const sent = Math.min(width, WIDTH_ELSEWHERE);
    const shown = Math.min(sent, shownWidth);
    const size = height > 0 ? ` height="${Math.max(1, Math.round((shown * height) / width))}"` : '';
    const src = publicUrl + addressOf(readPicture, { id, width: String(sent) });
    return `<img src="${src}" alt="${alt}" width="${shown}"${size} />`;
  });
}

/** Returns clean HTML as {@link withWholeAddresses} does, with the alternative text in the place of each picture, for readers who cannot load any. */
export function withAlternativeTexts(html: string, publicUrl: string): string {
  return replacePictures(withWholeLinks(html, publicUrl), ({ alt }) => (alt === '' ? '' : `<em>${alt}</em>`));
}
