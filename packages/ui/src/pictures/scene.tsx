import { type ReactNode, useId } from 'react';
import { hues, petalAngle } from '../hues.ts';
import { petal } from '../bloom/petal.ts';

/** One of the six images of the same shore: 0 is the darkest night, 5 full daylight. */
export type SceneIndex = 0 | 1 | 2 | 3 | 4 | 5;

interface Palette {
  sky: readonly [top: string, mid: string, low: string];
  ridge: string;
  hills: string;
  shore: string;
  water: readonly [top: string, bottom: string];
  light: string;
  /** Height of the light on x = 0, downwards positive. */
  y: number;
  r: number;
  glow: number;
  /** Opacity of the glow at its centre. */
  glowOpacity: number;
  disc: string;
  stars: readonly (readonly [x: number, y: number, r: number])[];
}

/** Fixed colours on purpose: the images are the same in both themes. Values: the design brief, section 4. */
const palettes: Record<SceneIndex, Palette> = {
  0: {
    sky: ['#100c20', '#171231', '#231b42'],
    ridge: '#2a2149',
    hills: '#1d1638',
    shore: '#0d091a',
    water: ['#221a42', '#120d26'],
    light: '#ffb35c',
    y: 79,
    r: 3.4,
    glow: 44,
    glowOpacity: 0.85,
    disc: '#ffe3b0',
    stars: [
      [-52, -70, 0.9],
      [38, -88, 0.8],
      [70, -34, 0.7],
    ],
  },
  1: {
    sky: ['#141433', '#22224f', '#3b356b'],
    ridge: '#302b5a',
    hills: '#231f47',
    shore: '#12102a',
    water: ['#2b2857', '#16143a'],
    light: '#ffbe6b',
    y: 37,
    r: 4.2,
    glow: 58,
    glowOpacity: 0.8,
    disc: '#fff0d2',
    stars: [
      [-76, -44, 0.9],
      [-50, -82, 1.3],
      [-24, -58, 0.8],
      [8, -96, 1],
      [26, -66, 0.7],
      [84, -38, 1],
      [-92, -8, 0.8],
      [60, -12, 0.7],
      [-12, -26, 0.7],
    ],
  },
  2: {
    sky: ['#25315f', '#5b5a92', '#d09a9a'],
    ridge: '#54507f',
    hills: '#3d3b69',
    shore: '#22234a',
    water: ['#a98197', '#3c4071'],
    light: '#ffc98a',
    y: 31,
    r: 13,
    glow: 104,
    glowOpacity: 0.75,
    disc: '#ffdfb0',
    stars: [
      [-50, -82, 1],
      [26, -92, 0.8],
      [70, -66, 0.6],
    ],
  },
  3: {
    sky: ['#5a6ea6', '#b596b4', '#ffb98c'],
    ridge: '#8a7298',
    hills: '#665c88',
    shore: '#3f4070',
    water: ['#f2b59a', '#6a6c9c'],
    light: '#ffd79b',
    y: 13,
    r: 18,
    glow: 112,
    glowOpacity: 0.9,
    disc: '#fff0d2',
    stars: [],
  },
  4: {
    sky: ['#86b2d6', '#cfd0dc', '#ffd9a4'],
    ridge: '#9aa7b4',
    hills: '#6f9494',
    shore: '#466f78',
    water: ['#f6dcb6', '#7faebb'],
    light: '#ffe2a0',
    y: -22,
    r: 23,
    glow: 120,
    glowOpacity: 0.95,
    disc: '#fffaf0',
    stars: [],
  },
  5: {
    sky: ['#a3d5ea', '#dff0e6', '#fff0c4'],
    ridge: '#a9cdb4',
    hills: '#7db59b',
    shore: '#4d8f7f',
    water: ['#fbefcb', '#8fcbcf'],
    light: '#fff3c9',
    y: -28,
    r: 30,
    glow: 150,
    glowOpacity: 1,
    disc: '#fffaf0',
    stars: [],
  },
};

const ridgePath =
  'M-124 24C-104 6-84-6-62 0C-40 6-28 24-6 28C2 29.5 10 28 18 24C38 13 52-8 76-8C96-8 110 6 124 16V124H-124Z';
const hillsPath =
  'M-124 40C-100 26-76 26-56 36C-44 42-34 45-20 46H-124ZM124 34C104 24 84 26 66 36C54 43 40 46 24 46H124Z';
const shorePath = 'M-124 84C-92 70-60 74-34 82C-12 88 8 88 34 94C64 101 96 98 124 88V124H-124Z';
const mistPath = 'M-124 33C-60 26-20 40 30 34S100 30 124 36V48H-124Z';
const emberPath = 'M0-6.5c2.6 2.8 3.9 4.7 3.9 7a3.9 3.9 0 0 1-7.8 0c0-2.3 1.3-4.2 3.9-7z';
const moonPath = 'M58-74a15 15 0 1 0 12 24a18.5 18.5 0 0 1-12-24z';

/** The petals around the sun in the brightest image: radii and light-theme colours, red to purple. */
const sunPetals = [
  [88, '#e97074'],
  [80, '#f09755'],
  [90, '#eac25d'],
  [82, '#6db77d'],
  [82, '#52b7c5'],
  [90, '#6292d8'],
  [80, '#a176c6'],
] as const;

export interface SceneProps {
  index: SceneIndex;
}

/**
 * One image as an SVG `<g>`, a disc of radius 120 around the origin. The element around it has the alternative text.
 */
export function Scene({ index }: SceneProps) {
  const id = useId();
  const scene = palettes[index];
  const light = (
    <>
      {index === 5 && (
        <g filter={`url(#${id}-soft)`} opacity="0.46" transform={`translate(0 ${scene.y})`}>
          {sunPetals.map(([radius, fill], petalIndex) => (
            <path key={hues[petalIndex]} d={petal(petalAngle(petalIndex), 33, radius, 7, 5, 0.24)} fill={fill} />
          ))}
        </g>
      )}
      <circle cx="0" cy={scene.y} r={scene.glow} fill={`url(#${id}-glow)`} />
      {index === 0 ? (
        <>
          <ellipse cx="0" cy="88" rx="30" ry="5" fill={scene.light} opacity="0.22" />
          <path d={emberPath} transform="translate(0 79)" fill={scene.disc} />
        </>
      ) : (
        <circle cx="0" cy={scene.y} r={scene.r} fill={scene.disc} />
      )}
    </>
  );
  const lightOnTop = index < 2;
  return (
    <g clipPath={`url(#${id}-disc)`}>
      <defs>
        <clipPath id={`${id}-disc`}>
          <circle r="120" />
        </clipPath>
        <Vertical id={`${id}-sky`} from={-120} to={34}>
          <stop offset="0" stopColor={scene.sky[0]} />
          <stop offset="0.55" stopColor={scene.sky[1]} />
          <stop offset="1" stopColor={scene.sky[2]} />
        </Vertical>
        <Vertical id={`${id}-water`} from={45} to={125}>
          <stop offset="0" stopColor={scene.water[0]} />
          <stop offset="1" stopColor={scene.water[1]} />
        </Vertical>
        <radialGradient id={`${id}-glow`}>
          {[
            [0, 1],
            [0.22, 0.45],
            [0.6, 0.12],
            [1, 0],
          ].map(([offset = 0, part = 0]) => (
            <stop
              key={offset}
              offset={offset}
              stopColor={scene.light}
              stopOpacity={Number((scene.glowOpacity * part).toFixed(3))}
            />
          ))}
        </radialGradient>
        {index === 5 && (
          <filter id={`${id}-soft`} x="-20%" y="-20%" width="140%" height="140%">
            <feGaussianBlur stdDeviation="2.6" />
          </filter>
        )}
      </defs>
      <rect x="-120" y="-120" width="240" height="240" fill={`url(#${id}-sky)`} />
      {scene.stars.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#f4ecff" opacity={0.45 + 0.35 * r} />
      ))}
      {index === 1 && <path d={moonPath} fill="#ece4f4" opacity="0.92" />}
      {!lightOnTop && light}
      <path d={ridgePath} fill={scene.ridge} />
      {(index === 3 || index === 4) && <path d={mistPath} fill={scene.sky[2]} opacity="0.38" />}
      <rect x="-120" y="45" width="240" height="80" fill={`url(#${id}-water)`} />
      <path d={hillsPath} fill={scene.hills} />
      {index > 0 && reflections(index, scene)}
      <path d={shorePath} fill={scene.shore} />
      {lightOnTop && light}
    </g>
  );
}

function reflections(index: SceneIndex, scene: Palette): ReactNode {
  return [0, 1, 2, 3, 4, 5, 6].map((k) => {
    const wide = index >= 4 ? 1.15 : 1;
    const half = (0.9 * scene.r + 3) * (1 - 0.05 * k) * (k % 2 === 1 ? 0.72 : 1) * wide;
    const height = 1.5 + 0.18 * k;
    return (
      <rect
        key={k}
        x={round(1.6 * ((k % 3) - 1) - half)}
        y={round(49 + 8.2 * k)}
        width={round(2 * half)}
        height={round(height)}
        rx={round(height / 2)}
        fill={scene.light}
        opacity={round(0.75 - 0.085 * k)}
      />
    );
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function Vertical({ id, from, to, children }: { id: string; from: number; to: number; children: ReactNode }) {
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1={from} y2={to}>
      {children}
    </linearGradient>
  );
}
