import type { LinkContribution } from '@cytocomm/contract';
import { Container, Link } from '@cytocomm/kit';
import classes from './Footer.module.css';
import { linksOf } from './links.ts';

/** Properties of {@link LastLine} and {@link FooterLine}. */
interface LastLineProps {
  readonly links: readonly LinkContribution[];
}

/** The last line of every page: whose it is, and the notices. */
export function LastLine({ links }: LastLineProps) {
  const legal = linksOf(links, 'legal');
  return (
    <div className={classes.end}>
      {/* A page prerendered in December may be read in January. */}
      <p className={classes.copyright} suppressHydrationWarning>
        © {new Date().getFullYear()} Cytocomm. All rights reserved.
      </p>
      {legal.length > 0 ? (
        <ul className={classes.legal}>
          {legal.map(({ path, label }) => (
            <li key={path}>
              <Link to={path} className={classes.link}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The foot of the dashboard, where people work: its last line alone. */
export function FooterLine({ links }: LastLineProps) {
  return (
    <footer data-screen-only="" className={classes.line}>
      <Container>
        <LastLine links={links} />
      </Container>
    </footer>
  );
}
