/** How much of its colour the part of a chart has that is not over yet. */
export const paleOpacity = 0.45;

/** The same as the last two digits of a hex colour. */
export const paleHex = Math.round(255 * paleOpacity).toString(16);

/** A pale line with its hollow point, small, for the legend. */
export function PartialSample() {
  return (
    <svg
      aria-hidden="true"
      width="28"
      height="17"
      viewBox="0 0 28 17"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M2 8.5H19" strokeOpacity={paleOpacity} strokeLinecap="round" />
      <circle cx="23" cy="8.5" r="3.5" />
    </svg>
  );
}
