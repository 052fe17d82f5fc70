/** JSON that cannot end the element it stands in, whatever a title holds. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** What a page is about, in the words of schema.org, for search engines (JSON-LD). Data, not a script that runs. */
export function StructuredData({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const json = jsonForHtml({ '@context': 'https://schema.org', ...data });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
