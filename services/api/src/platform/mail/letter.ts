import { isIP } from 'node:net';
import { COLORS } from '@cytocomm/composition';
import { deviceName } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import { convert } from 'html-to-text';
import type { ComposedMail } from './service.ts';

const CELL = `border:1px solid ${COLORS.line};padding:8px;text-align:left;vertical-align:top`;

const ARTICLE_STYLES: Readonly<Record<string, string>> = {
  table: 'border-collapse:collapse;width:100%',
  th: `${CELL};background-color:${COLORS.mist};font-weight:600`,
  td: CELL,
};

/**
 * Returns an article for a mail: its tables have lines, scroll in a box of their own, and their captions stand above them,
 * where plain text has them, too. The article must be sanitised: its attributes hold no `<`.
 */
export function mailArticle(html: string): string {
  return html
    .replace(/<table><caption>([\s\S]*?)<\/caption>/g, '<p style="margin:0 0 8px;font-weight:600">$1</p><table>')
    .replace(/<(table|th|td)(?=[ >])/g, (_, name: string) => `<${name} style="${ARTICLE_STYLES[name]}"`)
    .replace(/(<t[hd] [^>]*>)<p>/g, '$1<p style="margin:0">')
    .replaceAll('<table style', '<div style="overflow-x:auto"><table style')
    .replaceAll('</table>', '</table></div>');
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Returns a time for a mail: `21 November 2026 at 14:05 UTC`. */
export function timeText(at: Date): string {
  return `${TIME.format(at)} UTC`;
}

/**
 * Returns when and from where a call came, for the mail to the user whose address it names. The name of the browser is
 * recognised, never quoted: the client chooses that header.
 */
export function originText(
  at: Date,
  { from, userAgent }: { readonly from: string; readonly userAgent: string },
): string {
  return `on ${timeText(at)}, from the network address ${isIP(from) === 0 ? 'unknown' : from} (${deviceName(userAgent)})`;
}

/** Safe HTML: written in this service, escaped or sanitised. */
class Markup {
  readonly html: string;

  /** Creates markup of HTML that is safe already. */
  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | Markup | readonly Markup[];

function htmlOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.html : value.map(({ html }) => html).join('');
}

/** A template tag that escapes texts. */
function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((html, part, index) => html + htmlOf(values[index - 1] ?? '') + part));
}

/** The parts of a mail. Texts are escaped; `html` must be sanitised. */
export interface LetterParts {
  readonly subject: string;
  /** The preview that mail programs show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly code?: { readonly label: string; readonly value: string };
  /** A sanitised article. */
  readonly html?: string;
  readonly closing?: string;
  /** A small link at the end, such as to unsubscribe. */
  readonly footerLink?: { readonly label: string; readonly url: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly replyTo?: string;
}

// Inline styles: mail programs' support of style sheets is poor.
const STYLES = {
  page: `background-color:${COLORS.mist};margin:0;padding:0`,
  preview: 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0',
  ground: `background-color:${COLORS.mist};font-family:Inter, 'Helvetica Neue', Arial, sans-serif;color:${COLORS.ink};margin:0;padding:32px 16px`,
  paper: `max-width:560px;background-color:${COLORS.paper};border:1px solid ${COLORS.line};border-radius:10px;padding:32px 32px 24px`,
  brand: `font-size:14px;line-height:24px;color:${COLORS.teal};font-weight:600;letter-spacing:0.04em;margin:0 0 24px`,
  heading: `color:${COLORS.ink};font-size:25px;line-height:1.15;margin:0 0 16px`,
  text: `font-size:16px;line-height:1.6;color:${COLORS.ink};margin:0 0 16px`,
  button: `line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;background-color:${COLORS.teal};border-radius:999px;color:${COLORS.paper};font-size:16px;font-weight:600;padding:12px 28px`,
  buttonLabel: 'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px',
  address: `font-size:14px;line-height:1.6;color:${COLORS.slate};margin:16px 0;word-break:break-all`,
  addressLink: `color:${COLORS.teal};text-decoration-line:none`,
  code: `font-size:31px;line-height:24px;color:${COLORS.ink};font-variant-numeric:tabular-nums;font-weight:600;letter-spacing:0.12em;margin:0 0 16px`,
  small: `font-size:14px;line-height:1.6;color:${COLORS.slate};margin:0 0 8px`,
  smallLink: `color:${COLORS.slate};text-decoration-line:none`,
  line: `width:100%;border:none;border-top:1px solid ${COLORS.line};margin:24px 0 16px`,
} as const;

// Outlook ignores the padding of links: spaces for it alone widen the button.
const OUTLOOK_BEFORE = new Markup(
  '<!--[if mso]><i style="mso-font-width:466.6666666666667%;mso-text-raise:18" hidden>&#8202;&#8202;&#8202;</i><![endif]-->',
);
const OUTLOOK_AFTER = new Markup(
  '<!--[if mso]><i style="mso-font-width:466.6666666666667%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]-->',
);

const PREVIEW_CHARACTERS = 150;
/** Invisible characters that keep the mail's text out of the preview. */
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

const NOTHING = new Markup('');
const TABLE = new Markup('align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"');

/** Renders an optional part. */
function optional<Part>(part: Part | undefined, render: (part: Part) => Markup): Markup {
  return part === undefined ? NOTHING : render(part);
}

function previewOf(preview: string): Markup {
  const text = preview.slice(0, PREVIEW_CHARACTERS);
  const filler = FILLER.repeat(PREVIEW_CHARACTERS - text.length);
  return markup`<div style="${STYLES.preview}" data-skip-in-text="true">${text}<div>${filler}</div></div>`;
}

function actionOf({ label, url }: { readonly label: string; readonly url: string }): Markup {
  return markup`<table ${TABLE}><tbody><tr><td>
<a href="${url}" style="${STYLES.button}" target="_blank"><span>${OUTLOOK_BEFORE}</span><span style="${STYLES.buttonLabel}">${label}</span><span>${OUTLOOK_AFTER}</span></a>
<p style="${STYLES.address}" data-skip-in-text="true">Or open this address: <a href="${url}" style="${STYLES.addressLink}" target="_blank">${url}</a></p>
</td></tr></tbody></table>`;
}

function small(text: string): Markup {
  return markup`<p style="${STYLES.small}">${text}</p>`;
}

function page(parts: LetterParts): Markup {
  const { paragraphs, html, action, code, closing, footerLink } = parts;
  return markup`<!DOCTYPE html>
<html dir="ltr" lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="x-apple-disable-message-reformatting"><title>${parts.subject}</title></head>
<body style="${STYLES.page}">${previewOf(parts.preview)}
<table ${TABLE}><tbody><tr><td style="${STYLES.ground}">
<table ${TABLE} style="${STYLES.paper}"><tbody><tr style="width:100%"><td>
<p style="${STYLES.brand}">Cytocomm</p>
<h1 style="${STYLES.heading}">${parts.heading}</h1>
${paragraphs.map((paragraph) => markup`<p style="${STYLES.text}">${paragraph}</p>`)}
${optional(html, (article) => markup`<div style="${STYLES.text}">${new Markup(mailArticle(article))}</div>`)}
${optional(action, actionOf)}
${optional(code, ({ label, value }) => markup`${small(label)}<p style="${STYLES.code}">${value}</p>`)}
<hr style="${STYLES.line}">
${optional(closing, small)}
${optional(footerLink, ({ label, url }) => markup`<p style="${STYLES.small}"><a href="${url}" style="${STYLES.smallLink}" target="_blank">${label}</a></p>`)}
</td></tr></tbody></table>
</td></tr></tbody></table>
</body></html>`;
}

/** Returns the plain text of a mail. */
function plainText(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: {
      alternativeText: (element, _walk, builder) => builder.addInline(String(element.attribs?.alt ?? '')),
    },
    selectors: [
      // The preview, and the address behind a button.
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      // The alternative text, without the address.
      { selector: 'img', format: 'alternativeText' },
      // An article's tables stand in columns; those without a meaning of their own do not.
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, maxColumnWidth: 40 } },
      { selector: 'table[role=presentation]', format: 'table' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    ],
  });
}

/** Returns a mail in the portal's design, as HTML and plain text. */
export function letter(parts: LetterParts): ComposedMail {
  const { html } = page(parts);
  return {
    subject: parts.subject,
    html,
    text: plainText(html),
    ...(parts.headers === undefined ? {} : { headers: parts.headers }),
    ...(parts.replyTo === undefined ? {} : { replyTo: parts.replyTo }),
  };
}
