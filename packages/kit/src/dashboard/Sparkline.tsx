import { SparkLineChart } from './heavy-parts.tsx';

/** Properties of {@link Sparkline}. */
export interface SparklineProps {
  readonly values: readonly number[];
  /** What the curve tells: `Sign-ins rose from 12 to 41 a day.` */
  readonly label: string;
}

/** A small curve beside a number. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <div role="img" aria-label={label}>
      <SparkLineChart data={[...values]} width={96} height={36} color="var(--trace)" disableKeyboardNavigation />
    </div>
  );
}
