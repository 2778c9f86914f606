import { useChartTokens } from '@nuances/ui/chart-theme';
import { useChart } from './chart-context.ts';

/** Dashes of the border before a partial week; the legend shows them again. */
const partialDash = '2 4';

interface Props {
  /** Where the week begins, px. */
  readonly x: number;
  readonly height: number;
}

/** A border before the last week where that one is still partial; nothing elsewhere. */
export function PartialWeek({ x, height }: Props) {
  const { control } = useChartTokens();
  const { weeks } = useChart();
  if (!weeks.at(-1)?.isPartial) return null;
  return <path d={`M${x} 0V${height}`} stroke={control} strokeWidth={1.5} strokeDasharray={partialDash} />;
}

/** The border, small, for the legend. */
export function PartialSample() {
  const { control } = useChartTokens();
  return (
    <svg aria-hidden="true" width="3" height="18" viewBox="0 0 3 18">
      <path d="M1.5 0V18" stroke={control} strokeWidth={1.5} strokeDasharray={partialDash} />
    </svg>
  );
}
