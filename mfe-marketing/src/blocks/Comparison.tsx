import type { preclinical } from '../content/preclinical.ts';
import { ClaimMark } from './ClaimMark.tsx';
import classes from './Comparison.module.css';

/** Two ways of doing a study, question by question: a table, which a phone shows question by question too. */
export function Comparison({ comparison }: { readonly comparison: typeof preclinical.comparison }) {
  const [question, traditional, cytocomm] = comparison.columns;
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{comparison.title}</caption>
      <thead>
        <tr>
          <th scope="col">{question}</th>
          <th scope="col">{traditional}</th>
          <th scope="col">{cytocomm}</th>
        </tr>
      </thead>
      <tbody>
        {comparison.rows.map((row) => (
          <tr key={row.question}>
            <th scope="row">{row.question}</th>
            <td data-label={traditional}>{row.traditional}</td>
            <td data-label={cytocomm}>
              {row.cytocomm}
              {row.claim ? (
                <>
                  {' '}
                  <ClaimMark />
                </>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
