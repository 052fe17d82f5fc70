import type { PressRelease, SiteIdentity } from '@cytocomm/contract';
import type { Position } from '../content/careers.ts';
import { company } from '../content/company.ts';

const address = { '@type': 'PostalAddress', addressLocality: 'Buffalo', addressRegion: 'NY', addressCountry: 'US' };
const publisher = { '@type': 'Organization', name: company.name };

/** The company (schema.org Organization). */
export const organization = {
  '@type': 'Organization',
  name: company.name,
  email: company.email,
  telephone: company.phone.href.replace('tel:', ''),
  address,
  sameAs: [company.social.href],
};

/** Returns one open position (schema.org JobPosting). */
export function jobPosting({ title, text, tasks, brings, posted, remote }: Position) {
  const lines = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  return {
    '@type': 'JobPosting',
    title,
    description: `<p>${text}</p>${lines(tasks)}${lines(brings)}`,
    datePosted: posted,
    employmentType: 'FULL_TIME',
    hiringOrganization: publisher,
    directApply: false,
    jobLocation: { '@type': 'Place', address },
    ...(remote && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'USA' },
    }),
  };
}

/**
 * Returns the releases of a page (schema.org NewsArticle); with whole addresses where the server has said where it is.
 */
export function newsArticles(releases: readonly PressRelease[], site: SiteIdentity | undefined) {
  return {
    '@graph': releases.map(({ id, title, date }) => ({
      '@type': 'NewsArticle',
      headline: title,
      datePublished: date,
      url: `${site?.origin ?? ''}/news?release=${encodeURIComponent(id)}`,
      ...(site && { image: site.picture }),
      author: publisher,
      publisher,
    })),
  };
}

/** Returns JSON that cannot end the script element around it: every `<` is escaped. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** What a page is about, in the words of schema.org, for search engines (JSON-LD). Data, not a script that runs. */
export function StructuredData({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const json = jsonForHtml({ '@context': 'https://schema.org', ...data });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
