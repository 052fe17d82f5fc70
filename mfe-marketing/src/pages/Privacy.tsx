import { type DataColumn, DataTable, Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Paragraphs, Split } from '../blocks/TextSections.tsx';
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
      {[privacy.browser, privacy.servers].map(({ title, paragraphs }, index) => (
        <Split key={title} title={title} tone={index === 0 ? 'paper' : 'mist'}>
          <Paragraphs texts={paragraphs} />
        </Split>
      ))}
      <Split title={privacy.rights.title}>
        <Paragraphs texts={privacy.rights.paragraphs} />
        <p className={classes.write}>
          <a href={privacy.mail.href}>{privacy.mail.label}</a>
        </p>
      </Split>
    </>
  );
}
