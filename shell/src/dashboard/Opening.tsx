import { Heading, Icon, Link } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { PAGE_HEADING } from '../routing/use-page-change.ts';
import classes from './DashboardFrame.module.css';

/** Where one is: the tool of a role. */
interface OpenTool {
  readonly role: string;
  /** The address of the role's overview. */
  readonly overview: string;
  readonly title: string;
  /** The address of the tool, when something below it is open. */
  readonly to: string | undefined;
  /** What is open below the tool, when that has a name of its own. */
  readonly part?: string | undefined;
}

/** Properties of {@link Opening}. */
export interface OpeningProps {
  /** The person's name; `User` when there is none, and nobody is named until it is known. */
  readonly name?: string | null | undefined;
  /** Undefined on an overview, which greets. */
  readonly tool?: OpenTool | undefined;
  /** At the end of the line: the state of the live connection. */
  readonly status?: ReactNode;
}

/** The first line of a page of the dashboard: the greeting, or the way to the tool that is open. */
export function Opening({ name, tool, status }: OpeningProps) {
  const greeting = name === undefined ? 'Welcome' : `Welcome, ${name?.trim() || 'User'}`;
  return (
    <div className={classes.opening}>
      {tool ? (
        <>
          <h1 className="visually-hidden">{greeting}</h1>
          <nav aria-label="Breadcrumb" className={classes.way}>
            <ol className={classes.crumbs}>
              <li>
                <Link to={tool.overview} className={classes.crumb}>
                  {tool.role}
                </Link>
                <Icon name="chevron-right" size="small" />
              </li>
              <li>
                <h2
                  {...PAGE_HEADING}
                  aria-current={tool.to === undefined ? 'page' : undefined}
                  className={classes.tool}
                >
                  {tool.to === undefined ? tool.title : <Link to={tool.to}>{tool.title}</Link>}
                </h2>
                {tool.part === undefined ? null : <Icon name="chevron-right" size="small" />}
              </li>
              {tool.part === undefined ? null : (
                <li aria-current="page" className={classes.part}>
                  {tool.part}
                </li>
              )}
            </ol>
          </nav>
        </>
      ) : (
        <Heading level={1} size="headline" {...PAGE_HEADING}>
          {greeting}
        </Heading>
      )}
      {status}
    </div>
  );
}
