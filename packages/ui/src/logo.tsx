import { Bloom } from './bloom.tsx';

/** The still answers of the logo and of the home bloom: grown, not stamped. */
export const stillAnswers: readonly number[] = [8, 6, 9, 7, 5, 8, 7];

export interface LogoProps {
  /** Side of the square in px. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The tiny bloom; decorative, the link around it carries the name. */
export function Logo({ size = 34, className }: LogoProps) {
  return <Bloom answers={stillAnswers} className={className} decorative grow={false} innerRadius={30} size={size} />;
}
