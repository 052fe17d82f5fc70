import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { convert } from 'html-to-text';
// biome-ignore lint/style/noRestrictedImports: mails are React components that this service renders; none of it reaches a browser
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComposedMail } from './service.ts';

/** The parts of a mail; texts are plain and are escaped, only `html` is taken as it is. */
export interface LetterParts {
  readonly subject: string;
  /** The line that a mailbox shows beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly code?: { readonly label: string; readonly value: string };
  /** An article that was sanitised before. */
  readonly html?: string;
  readonly closing?: string;
  /** A last, small link, such as the one that ends a subscription. */
  readonly footerLink?: { readonly label: string; readonly url: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly replyTo?: string;
}

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const INK = '#0C1A26';
const SLATE = '#4A5B68';
const TEAL = '#0B7A6E';
const PAPER = '#FAFBFA';
const LINE = '#D3DEDC';

const STYLES = {
  body: { backgroundColor: '#EAF1F0', fontFamily: FONT, color: INK, margin: 0, padding: '32px 16px' },
  paper: {
    backgroundColor: PAPER,
    border: `1px solid ${LINE}`,
    borderRadius: 10,
    maxWidth: 560,
    padding: '32px 32px 24px',
  },
  brand: { color: TEAL, fontSize: 14, fontWeight: 600, letterSpacing: '0.04em', margin: '0 0 24px' },
  heading: { color: INK, fontSize: 25, lineHeight: '1.15', margin: '0 0 16px' },
  text: { color: INK, fontSize: 16, lineHeight: '1.6', margin: '0 0 16px' },
  button: {
    backgroundColor: TEAL,
    borderRadius: 999,
    color: PAPER,
    fontSize: 16,
    fontWeight: 600,
    padding: '12px 28px',
    textDecoration: 'none',
  },
  address: { color: SLATE, fontSize: 14, lineHeight: '1.6', margin: '16px 0', wordBreak: 'break-all' },
  code: {
    color: INK,
    fontSize: 31,
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 600,
    letterSpacing: '0.12em',
    margin: '0 0 16px',
  },
  small: { color: SLATE, fontSize: 14, lineHeight: '1.6', margin: '0 0 8px' },
  line: { borderColor: LINE, margin: '24px 0 16px' },
} as const satisfies Record<string, CSSProperties>;

function actionOf({ label, url }: { label: string; url: string }): ReactNode {
  return h(
    Section,
    null,
    h(Button, { href: url, style: STYLES.button }, label),
    h(Text, { style: STYLES.address }, 'Or open this address: ', h(Link, { href: url, style: { color: TEAL } }, url)),
  );
}

function page(parts: LetterParts): ReactNode {
  return h(
    Html,
    { lang: 'en' },
    h(Head, null, h('title', null, parts.subject)),
    h(Preview, null, parts.preview),
    h(
      Body,
      { style: STYLES.body },
      h(
        Container,
        { style: STYLES.paper },
        h(Text, { style: STYLES.brand }, 'Cytocomm'),
        h(Heading, { as: 'h1', style: STYLES.heading }, parts.heading),
        ...parts.paragraphs.map((paragraph) => h(Text, { key: paragraph, style: STYLES.text }, paragraph)),
        parts.html === undefined
          ? null
          : // biome-ignore lint/security/noDangerouslySetInnerHtml: the one text that comes sanitised, see LetterParts
            h('div', { style: STYLES.text, dangerouslySetInnerHTML: { __html: parts.html } }),
        parts.action === undefined ? null : actionOf(parts.action),
        parts.code === undefined ? null : h(Text, { style: STYLES.small }, parts.code.label),
        parts.code === undefined ? null : h(Text, { style: STYLES.code }, parts.code.value),
        h(Hr, { style: STYLES.line }),
        parts.closing === undefined ? null : h(Text, { style: STYLES.small }, parts.closing),
        parts.footerLink === undefined
          ? null
          : h(
              Text,
              { style: STYLES.small },
              h(Link, { href: parts.footerLink.url, style: { color: SLATE } }, parts.footerLink.label),
            ),
      ),
    ),
  );
}

/** The same words without the looks. */
function plainText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      // The preview line repeats in a mailbox what the mail says anyway.
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'img', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    ],
  });
}

/** A mail in the house's style: HTML, and the same in plain text. */
export function letter(parts: LetterParts): ComposedMail {
  const markup = renderToStaticMarkup(page(parts));
  return {
    subject: parts.subject,
    html: `<!DOCTYPE html>${markup}`,
    text: plainText(markup),
    ...(parts.headers === undefined ? {} : { headers: parts.headers }),
    ...(parts.replyTo === undefined ? {} : { replyTo: parts.replyTo }),
  };
}
