import { alone, type Row } from '../report.ts';
import { LIGHTHOUSE_TARGETS } from '../targets.ts';
import { CATEGORIES, type PageScores } from './audit.ts';

/** The lowest score of all pages for each form and category, and whose it is. */
export function lighthouseRows(pages: readonly PageScores[]): Row[] {
  const forms = [...new Set(pages.map(({ form }) => form))];
  return forms.flatMap((form) =>
    CATEGORIES.map((category) => {
      const ofForm = pages.filter((page) => page.form === form);
      const lowest = Math.min(...ofForm.map(({ scores }) => scores[category]));
      const whose = ofForm.filter(({ scores }) => scores[category] === lowest).map(({ path }) => path);
      const pagesWords = whose.length === ofForm.length ? 'all pages' : `lowest ${whose.join(' ')}`;
      return alone(`lighthouse ${form}`, `${category}, ${pagesWords}`, String, lowest, LIGHTHOUSE_TARGETS[category]);
    }),
  );
}
