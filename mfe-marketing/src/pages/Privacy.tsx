import { type DataColumn, DataTable, Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Split } from '../blocks/TextSections.tsx';
import { company } from '../content/company.ts';
import { type DataUse, privacy } from '../content/privacy.ts';
import classes from './notices.module.css';

const columns: readonly DataColumn<DataUse>[] = [
  { key: 'place', header: privacy.columns.place, rowHeader: true, cell: ({ place }) => place },
  { key: 'data', header: privacy.columns.data, cell: ({ data }) => data },
  { key: 'purpose', header: privacy.columns.purpose, cell: ({ purpose }) => purpose },
  { key: 'kept', header: privacy.columns.kept, cell: ({ kept }) => kept },
];

/** Which personal data the portal holds, why, and for how long. */
export default function Privacy() {
  return (
    <>
      <PageHero opening={privacy.opening} />
      {[privacy.visitors, privacy.members].map(({ title, rows }, index) => (
        <Section key={title} title={title} tone={index === 0 ? 'paper' : 'mist'}>
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={({ place }) => place}
            className={classes.table}
          />
        </Section>
      ))}
      <Split {...privacy.browser} />
      <Split {...privacy.servers} tone="mist" />
      <Split {...privacy.rights}>
        <p className={classes.write}>
          <a href={`mailto:${company.email}?subject=Personal%20data`}>Write to {company.email}</a>
        </p>
      </Split>
    </>
  );
}
