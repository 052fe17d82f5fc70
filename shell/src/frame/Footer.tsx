import type { LinkContribution } from '@cytocomm/contract';
import { Container, Link, Logo, SignalTrace } from '@cytocomm/kit';
import { EmailAlerts, type EmailAlertsProps } from './EmailAlerts.tsx';
import classes from './Footer.module.css';
import { LastLine } from './LastLine.tsx';
import { foldingGroups, linksOf } from './links.ts';

/** Properties of {@link Footer}. */
export interface FooterProps {
  readonly links: readonly LinkContribution[];
  /** Subscribes an address; rejects when that failed. */
  readonly onSignUp: EmailAlertsProps['onSignUp'];
}

/** The foot of every page: who this is, where everything is, and the e-mail alerts. */
export function Footer({ links, onSignUp }: FooterProps) {
  const legal = linksOf(links, 'legal');
  return (
    <footer data-tone="ink" data-screen-only="" className={classes.footer}>
      <Container>
        <SignalTrace shape="divider" live className={classes.trace} />
        <div className={classes.columns}>
          <div className={classes.brand}>
            <Link to="/" className={classes.home} aria-label="Cytocomm home">
              <Logo />
            </Link>
            <p className={classes.tagline}>Cytocomm lets living cells report.</p>
          </div>
          <nav id="site-links" aria-label="Footer" className={classes.links}>
            {foldingGroups.map(({ group, label }) => (
              <div key={group}>
                <h2 className={classes.title}>{label}</h2>
                <ul className={classes.list}>
                  {linksOf(links, group).map((link) => (
                    <li key={link.path}>
                      <Link to={link.path} className={classes.link}>
                        {link.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <EmailAlerts onSignUp={onSignUp} privacy={legal[0]} />
        </div>
        <LastLine links={links} />
      </Container>
    </footer>
  );
}
