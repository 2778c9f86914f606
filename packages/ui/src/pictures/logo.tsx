import { StillBloom } from '../bloom/still-bloom.tsx';

/** The fixed answers of the logo and of the home bloom, irregular on purpose. */
export const stillAnswers: readonly number[] = [8, 6, 9, 7, 5, 8, 7];

export interface LogoProps {
  /** Side of the square in px. */
  size?: number | undefined;
}

/** The tiny bloom; decorative, because the link around it has the name. */
export function Logo({ size = 34 }: LogoProps) {
  return <StillBloom answers={stillAnswers} innerRadius={30} size={size} />;
}
