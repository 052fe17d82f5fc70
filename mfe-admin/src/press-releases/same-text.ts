import { sanitizeHtml } from '@cytocomm/kit/html';
import { groupsIn, type PressReleaseDraft, textOf } from './press-release-draft.ts';

const BLOCK = /^<\/?(?:p|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|pre|blockquote|hr|br|img)[ >]/;

/** What stands in a preformatted text, whose spaces are text as well; or a tag, the white space behind it and the next tag. */
const BETWEEN_TAGS = /<pre[ >][\s\S]*?(?=<\/pre>)|(<[^>]*>)[ \t\r\n\f]+(?=(<[^>]*>))/g;

/** Returns HTML without the white space that no reader sees: beside blocks. Between two marked words it is a space. */
const withoutIndents = (html: string): string =>
  html.replace(BETWEEN_TAGS, (all, tag: string | undefined, next = '') =>
    tag !== undefined && (BLOCK.test(tag) || BLOCK.test(next)) ? tag : all,
  );

/** Returns HTML in one form: as the server and the editor write it, it differs in marks that say nothing. */
function plainForm(html: string): string {
  return (
    withoutIndents(sanitizeHtml(html))
      .replace(/ (?:rel|target)="[^"]*"/g, '')
      // A heading cell says what it is; the editor writes all rows as one body.
      .replace(/<\/thead><tbody>/g, '')
      .replace(/<(\/?)thead>/g, '<$1tbody>')
      .trim()
  );
}

type Content = Pick<PressReleaseDraft, 'content'>;

/** Whether two texts have the same content. */
export const isSameContent = (one: Content, other: Content): boolean =>
  plainForm(one.content) === plainForm(other.content);

/** Returns a form whose content is that of `stored` when it says the same: letter by letter what is stored, or was approved. */
export function withStoredContent(draft: PressReleaseDraft, stored: Content): PressReleaseDraft {
  return isSameContent(draft, stored) ? { ...draft, content: stored.content } : draft;
}

/** Whether two forms plan the same time, by the clocks of the same zone, or none. */
export function isSamePlan(one: PressReleaseDraft, other: PressReleaseDraft): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a.publishAt === b.publishAt && a.timeZone === b.timeZone;
}

/** Whether the same is saved of two forms. */
export function isSameText(one: PressReleaseDraft, other: PressReleaseDraft): boolean {
  return (
    one.title.trim() === other.title.trim() &&
    isSameContent(one, other) &&
    one.forPublic === other.forPublic &&
    one.forInvestors === other.forInvestors &&
    groupsIn(one).join() === groupsIn(other).join() &&
    one.sendEmail === other.sendEmail &&
    isSamePlan(one, other)
  );
}
