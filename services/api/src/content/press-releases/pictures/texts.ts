import { addressOf, pictureWidths, readPicture } from '@cytocomm/contract';
import { invalidFields } from '../../../platform/calls/problem.ts';
import type { Core } from '../../../platform/core.ts';
import { assertLength, assertText, PICTURE_ADDRESS, storedContent } from '../content.ts';
import { keptUntil, pictureModel } from './model.ts';

/** A picture in clean HTML, as `cleanHtml` and `withWidths` write it. */
const PICTURE = /<img src="([^"]*)"(?: srcset="[^"]*")? alt="([^"]*)"(?: width="(\d+)")?(?: height="(\d+)")? \/>/g;

/** A picture in a text. */
interface PictureInText {
  readonly id: string;
  /** Escaped, as in the HTML. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Replaces each picture in clean HTML. */
function replacePictures(html: string, replace: (picture: PictureInText) => string): string {
  return html.replace(PICTURE, (_element, src: string, alt: string, width = '', height = '') => {
    const [, id = '', fallback = ''] = PICTURE_ADDRESS.exec(src) ?? [];
    return id === '' ? '' : replace({ id, alt, width: Number(width || fallback), height: Number(height) });
  });
}

/** Returns the ids of the pictures in clean HTML, each once. */
function picturesIn(html: string): string[] {
  const ids = new Set<string>();
  replacePictures(html, ({ id }) => {
    ids.add(id);
    return '';
  });
  return [...ids];
}

const sizeOf = ({ width, height }: PictureInText) => `width="${width}"${height > 0 ? ` height="${height}"` : ''}`;

/** Returns the stored HTML of a picture, with the URL of its largest form. */
function storedPicture(picture: PictureInText): string {
  const { id, alt, width } = picture;
  return `<img src="${addressOf(readPicture, { id, width: String(width) })}" alt="${alt}" ${sizeOf(picture)} />`;
}

/** Returns clean HTML for pages, with the widths of each picture. */
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
/** The page of releases, the base of relative links. */
const RELEASES_PAGE = '/news';

/** Makes relative links absolute. */
function withAbsoluteLinks(html: string, publicUrl: string): string {
  return html.replace(LINK, (link, href: string) => {
    const address = href.replaceAll('&amp;', '&');
    if (URL.canParse(address) || !URL.canParse(address, publicUrl)) return link;
    const whole = new URL(address, publicUrl + RELEASES_PAGE).href;
    return `<a href="${whole.replaceAll('&', '&amp;')}"`;
  });
}

/** The width of a picture in feeds and mails, in pixels. */
const WIDTH_ELSEWHERE = 960;

/**
 * Returns clean HTML for use outside the portal, with absolute URLs. `shownWidth` limits the width of pictures for programs without
 * style sheets; by default unlimited.
 */
export function withAbsoluteUrls(html: string, publicUrl: string, shownWidth = Number.POSITIVE_INFINITY): string {
  return replacePictures(withAbsoluteLinks(html, publicUrl), ({ id, alt, width, height }) => {
    const sent = Math.min(width, WIDTH_ELSEWHERE);
    const shown = Math.min(sent, shownWidth);
    const size = height > 0 ? ` height="${Math.max(1, Math.round((shown * height) / width))}"` : '';
    const src = publicUrl + addressOf(readPicture, { id, width: String(sent) });
    return `<img src="${src}" alt="${alt}" width="${shown}"${size} />`;
  });
}

/** Like {@link withAbsoluteUrls}, with the alternative text of each picture, for readers who cannot load pictures. */
export function withAlternativeTexts(html: string, publicUrl: string): string {
  return replacePictures(withAbsoluteLinks(html, publicUrl), ({ alt }) => (alt === '' ? '' : `<em>${alt}</em>`));
}

/** A text to store, with the ids of its pictures. */
export interface TextWithPictures {
  readonly content: string;
  readonly pictures: readonly string[];
}

/** Prepares texts of admins for storage. */
export interface PictureTexts {
  /** Returns a clean text, possibly empty, without unknown pictures. Throws 400. */
  stored(html: string): Promise<TextWithPictures>;
  /** Extends the retention of pictures before a text that shows them is restored. */
  keep(pictures: readonly string[]): Promise<void>;
  /** Like `stored`, but throws 400 also for an empty text. */
  readable(html: string): Promise<TextWithPictures>;
}

/** Maximum pictures in a text. */
const MAX_IN_TEXT = 100;

/** Returns a stored text with its pictures. */
export function textOf(content: string): TextWithPictures {
  return { content, pictures: picturesIn(content) };
}

/** Creates the preparation of texts. */
export function createPictureTexts({ database }: Core): PictureTexts {
  const model = pictureModel(database.connection);

  async function keep(pictures: readonly string[]): Promise<void> {
    if (pictures.length === 0) return;
    const $max = { keptUntil: keptUntil(database.now()) };
    await model.updateMany({ _id: { $in: pictures } }, { $max, $unset: { unshown: 1 } });
  }

  /** Removes unknown pictures and sets the real size of the others. */
  async function stored(html: string): Promise<TextWithPictures> {
    const clean = storedContent(html);
    const named = picturesIn(clean);
    if (named.length === 0) return textOf(clean);
    if (named.length > MAX_IN_TEXT)
      throw invalidFields([{ path: 'body.content', message: `at most ${MAX_IN_TEXT} pictures` }]);
    // Before the text is stored, so that no picture is removed meanwhile.
    await keep(named);
    const records = await model.find({ _id: { $in: named } }, { width: 1, height: 1 }).lean();
    const sizes = new Map(records.map(({ _id, width, height }) => [String(_id), { width, height }]));
    const content = replacePictures(clean, (picture) => {
      const size = sizes.get(picture.id);
      return size === undefined ? '' : storedPicture({ ...picture, ...size });
    });
    // The sizes made it longer.
    assertLength(content);
    return textOf(content);
  }

  return {
    stored,
    keep,
    readable: async (html) => {
      const text = await stored(html);
      assertText(text.content);
      return text;
    },
  };
}
