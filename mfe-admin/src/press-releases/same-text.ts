import { sanitizeHtml } from '@cytocomm/kit/html';
import { plannedMoment, type ReleaseDraft } from './release-draft.ts';

/** Returns HTML in one form: as the server and the editor write it, it differs in marks that say nothing. */
export function plainForm(html: string): string {
  return (
    sanitizeHtml(html)
      .replace(/ (?:rel|target)="[^"]*"/g, '')
      .replace(/>\s+</g, '><')
      // A heading cell says what it is; the editor writes all rows as one body.
      .replace(/<\/thead><tbody>/g, '')
      .replace(/<(\/?)thead>/g, '<$1tbody>')
      .trim()
  );
}

/** Whether two forms say the same. */
export function isSameText(one: ReleaseDraft, other: ReleaseDraft): boolean {
  return (
    one.title.trim() === other.title.trim() &&
    plainForm(one.content) === plainForm(other.content) &&
    one.forPublic === other.forPublic &&
    one.forInvestors === other.forInvestors &&
    one.sendEmail === other.sendEmail &&
    (one.when === 'later') === (other.when === 'later') &&
    (one.when !== 'later' || Number(plannedMoment(one)) === Number(plannedMoment(other)))
  );
}
