import { useLayoutEffect, useMemo, useRef } from 'react';
import { boxTables, trustedHtml } from '../html/index.ts';
import { Prose } from '../typography/Prose.tsx';

/** Written text that came as HTML, made harmless and set like all running text. */
export function RichText({ html, className }: { readonly html: string; readonly className?: string | undefined }) {
  const safe = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other tables
  useLayoutEffect(() => (text.current ? boxTables(text.current) : undefined), [safe]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <Prose ref={text} className={className} dangerouslySetInnerHTML={safe} />;
}
