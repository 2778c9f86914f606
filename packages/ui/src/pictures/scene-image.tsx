import { useState } from 'react';
import { Scene, type SceneIndex } from './scene.tsx';
import { useReducedMotion } from '../reduced-motion.ts';
import styles from './scene-image.module.css';

export interface SceneImageProps {
  index: SceneIndex;
  /** Radius in the units of the surrounding SVG: the bloom's inner radius minus 6. */
  r: number;
}

interface Layer {
  key: number;
  index: SceneIndex;
}

/** An image for the middle of a bloom. A change fades from the previous image to the next within 500 ms. */
export function SceneImage({ index, r }: SceneImageProps) {
  const still = useReducedMotion();
  const [layers, setLayers] = useState<readonly Layer[]>([{ key: 0, index }]);
  const top = layers.at(-1);
  if (top && top.index !== index) {
    // Set during rendering, so that no frame shows only the old image.
    setLayers([...layers.slice(-2), { key: top.key + 1, index }]);
  }
  const shown = still ? layers.slice(-1) : layers;
  return (
    <g transform={`scale(${Math.round((r / 120) * 10000) / 10000})`}>
      {shown.map((layer) => (
        <g
          key={layer.key}
          className={layer.key > 0 && !still ? styles.incoming : undefined}
          onAnimationEnd={() => setLayers((now) => now.filter((other) => other.key >= layer.key))}
        >
          <Scene index={layer.index} />
        </g>
      ))}
    </g>
  );
}
