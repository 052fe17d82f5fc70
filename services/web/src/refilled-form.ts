import escapeHtml from 'escape-html';
import express, { type Request, type Response } from 'express';

const TYPE = 'application/x-www-form-urlencoded';
/** More than the API takes of a form: a text that is too long comes back, too. */
const readText = express.text({ type: TYPE, limit: 1024 * 1024 });

// React writes `<`, `>` and `"` of attributes and texts as references.
const FORM = /<form [^>]*method="post"[^>]*>.*?<\/form>/gs;
const FIELD = /<(input|textarea) ([^>]*?)\/?>(?:[^<]*<\/textarea>)?/g;

/** Returns the name of a field by its attributes. */
function nameOf(attributes: string): string {
  return /(?:^| )name="([^"]*)"/.exec(attributes)?.[1] ?? '';
}

/**
 * Returns what was typed in a form of a page of `origin` that the API has refused: it sends the browser on to the page, with the form.
 * Undefined for any other request.
 */
export async function refusedForm(
  request: Request,
  response: Response,
  origin: string,
): Promise<URLSearchParams | undefined> {
  if (request.method !== 'POST' || request.get('origin') !== origin || !request.is(TYPE)) return undefined;
  await new Promise<void>((resolve, reject) => {
    readText(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return new URLSearchParams(String(request.body));
}

/** Returns a key of these fields, independent of their order. */
const setOf = (names: Iterable<string>) => [...new Set(names)].sort().join();

/** Returns a page with what was typed in its form again: the one with these fields, and no others. */
export function refill(html: string, typed: URLSearchParams): string {
  const sent = setOf(typed.keys());
  return html.replace(FORM, (form) => {
    const names = setOf([...form.matchAll(FIELD)].map(([, , attributes = '']) => nameOf(attributes)));
    if (names !== sent) return form;
    return form.replace(FIELD, (field, tag: string, attributes: string) => {
      const text = escapeHtml(typed.get(nameOf(attributes)) ?? '');
      if (attributes.includes('type="hidden"')) return field;
      // A browser leaves out the first line break of a text area.
      if (tag === 'textarea') return `<textarea ${attributes}>\n${text}</textarea>`;
      return `<input ${attributes.replace(/(^| )value="[^"]*"/, '')} value="${text}"/>`;
    });
  });
}
