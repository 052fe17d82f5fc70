/** A line drawing of a face made from a seed. */
export function Portrait({ seed, name }: { readonly seed: number; readonly name?: string }) {
  return (
    <svg
      viewBox="0 0 100 120"
      role={name ? 'img' : undefined}
      aria-label={name ? `Portrait of ${name}, a line drawing` : undefined}
      aria-hidden={name ? undefined : true}
    >
      <circle cx="50" cy={50 + (seed % 3)} r="20" fill="none" stroke="currentcolor" />
    </svg>
  );
}
