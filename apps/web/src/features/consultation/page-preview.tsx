import { createElement, Fragment, type ReactElement } from 'react';
import { textOfPart } from './page-text.tsx';
import { sheet, tones, type Mark, type Page, type Part } from './page-parts.ts';
import styles from './page-preview.module.css';

interface Props {
  readonly page: Page;
}

/** The page on the screen and in print; for screen readers the same as text. */
export function PagePreview({ page }: Props) {
  return (
    <>
      <svg className={styles.sheet} viewBox={`0 0 ${sheet.width} ${sheet.height}`} aria-hidden="true">
        {createElement(Fragment, null, ...marksOf(page.parts).map(drawn))}
      </svg>
      <div className="visually-hidden screen-only">{createElement(Fragment, null, ...page.parts.map(textOfPart))}</div>
    </>
  );
}

function marksOf(parts: readonly Part[]): readonly Mark[] {
  return parts.flatMap((part) => [...(part.marks ?? []), ...marksOf(part.parts ?? [])]);
}

function drawn(mark: Mark): ReactElement {
  switch (mark.kind) {
    case 'text':
      return (
        <text className={styles[mark.face]} x={mark.x} y={mark.y} fontSize={mark.size} fill={tones[mark.tone]}>
          {mark.text}
        </text>
      );
    case 'path':
      return (
        <path
          d={mark.d}
          transform={`translate(${mark.x} ${mark.y}) scale(${mark.scale})`}
          fill="none"
          stroke={tones[mark.tone]}
          strokeWidth={mark.stroke}
          strokeDasharray={mark.dash?.join(' ')}
          strokeLinejoin="round"
          strokeLinecap={mark.dash ? 'butt' : 'round'}
        />
      );
    case 'rect':
      return <rect x={mark.x} y={mark.y} width={mark.width} height={mark.height} fill={tones[mark.tone]} />;
    case 'disc':
      return (
        <circle
          cx={mark.x}
          cy={mark.y}
          r={mark.radius}
          fill={tones[mark.fill]}
          stroke={mark.edge > 0 ? tones.ink : 'none'}
          strokeWidth={mark.edge}
        />
      );
  }
}
