import { Heading, Icon, Link } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { PAGE_HEADING } from '../routing/page-change.ts';
import classes from './DashboardFrame.module.css';

/** The open tool of a role. */
interface OpenTool {
  readonly role: string;
  /** The address of the role's overview. */
  readonly overview: string;
  readonly title: string;
  /** The address of the tool while a record below it is open. */
  readonly to: string | undefined;
  /** The name of the record open below the tool. */
  readonly part?: string | undefined;
}

/** Properties of {@link Opening}. */
export interface OpeningProps {
  /** The person's name; `User` for null, no name while undefined. */
  readonly name?: string | null | undefined;
  /** Undefined on an overview, which greets. */
  readonly tool?: OpenTool | undefined;
  /** At the end of the line: the state of the live connection. */
  readonly status?: ReactNode;
}

/** The first line of a dashboard page: the greeting, or the breadcrumb of the open tool. */
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
