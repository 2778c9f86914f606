/** Opacity of a row that is not over. */
export const paleOpacity = 0.45;

/** The same opacity as the last two digits of a hex colour. */
export const paleHex = Math.round(255 * paleOpacity).toString(16);

/** Legend sample of a row that is not over. */
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
