import { type AdminPressRelease, textOfHtml } from '@cytocomm/contract';
import { invalidFields } from './refusal.ts';

/** Throws 400 for a release that readers could not read. */
export function assertWhole({ title, content, target }: Pick<AdminPressRelease, 'title' | 'content' | 'target'>): void {
  const missing = [
    ...(title === '' ? [{ path: 'body.title', message: 'must not be empty' }] : []),
    ...(textOfHtml(content) === '' ? [{ path: 'body.content', message: 'holds no text' }] : []),
    ...(target.length === 0 ? [{ path: 'body.target', message: 'at least one target' }] : []),
  ];
  if (missing.length > 0) throw invalidFields(missing);
}
