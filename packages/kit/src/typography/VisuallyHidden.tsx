import type { ReactNode } from 'react';

/** Text for those who listen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/** The first link of a page: past the frame to its content. */
export function SkipLink({
  to = '#main',
  children = 'Skip to content',
}: {
  readonly to?: string;
  readonly children?: string;
}) {
  return (
    <a className="skip-link" href={to}>
      {children}
    </a>
  );
}
