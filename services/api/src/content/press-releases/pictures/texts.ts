import { invalidFields } from '../../../platform/calls/problem.ts';
import type { Core } from '../../../platform/core.ts';
import { assertLength, assertText, storedContent } from '../content.ts';
import { picturesIn, replacePictures, storedPicture } from './in-html.ts';
import { keptUntil, pictureModel } from './model.ts';

/** A text to store, with the ids of the pictures that it shows. */
export interface TextWithPictures {
  readonly content: string;
  readonly pictures: readonly string[];
}

/** What becomes of the texts that admins send. */
export interface PictureTexts {
  /** Returns what to store of a text, which may be empty; pictures that are not there are taken out. Throws 400. */
  stored(html: string): Promise<TextWithPictures>;
  /** Keeps pictures for another while, before a text that shows them returns. */
  keep(pictures: readonly string[]): Promise<void>;
  /** Returns what to store of a text that readers are to get. Throws 400 when it holds no text, too. */
  readable(html: string): Promise<TextWithPictures>;
}

/** How many pictures a text may show. */
const MAX_IN_TEXT = 100;

/** Returns a text that was stored before, with its pictures. */
export function textOf(content: string): TextWithPictures {
  return { content, pictures: picturesIn(content) };
}

/** Creates what looks up the pictures of texts. */
export function createPictureTexts({ database }: Core): PictureTexts {
  const model = pictureModel(database.connection);

  async function keep(pictures: readonly string[]): Promise<void> {
    if (pictures.length === 0) return;
    const $max = { keptUntil: keptUntil(database.now()) };
    await model.updateMany({ _id: { $in: pictures } }, { $max, $unset: { unshown: 1 } });
  }

  /** Takes out the pictures that are not there, and gives the others their real size. */
  async function stored(html: string): Promise<TextWithPictures> {
    const clean = storedContent(html);
    const named = picturesIn(clean);
    if (named.length === 0) return textOf(clean);
    if (named.length > MAX_IN_TEXT)
      throw invalidFields([{ path: 'body.content', message: `at most ${MAX_IN_TEXT} pictures` }]);
    // Before the text is stored, so that none is removed in between.
    await keep(named);
    const records = await model.find({ _id: { $in: named } }, { width: 1, height: 1 }).lean();
    const known = new Map(records.map(({ _id, width, height }) => [String(_id), { width, height }]));
    const content = replacePictures(clean, (picture) => {
      const size = known.get(picture.id);
      return size === undefined ? '' : storedPicture({ ...picture, ...size });
    });
    // The sizes have lengthened it.
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
