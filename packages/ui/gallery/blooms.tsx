import { useState } from 'react';
import { Bloom } from '../src/bloom/bloom.tsx';
import { Button } from '../src/button.tsx';
import { stillAnswers } from '../src/pictures/logo.tsx';
import { PetalMark } from '../src/bloom/petal-mark.tsx';
import { SceneImage } from '../src/pictures/scene-image.tsx';
import { Scene, type SceneIndex } from '../src/pictures/scene.tsx';
import { showToast } from '../src/layers/toasts.ts';
import { Section } from './section.tsx';
import { left, high, low, sceneIndexes } from './samples.ts';

/** The ring in every size, and the images in its middle. */
export function Blooms() {
  const [answers, setAnswers] = useState<readonly (number | null)[]>([9, 7, 8, null, null, null, null]);
  const [scene, setScene] = useState<SceneIndex>(3);
  return (
    <>
      <Section title="Bloom">
        <div className="flow">
          <Bloom
            answers={answers}
            size={268}
            innerRadius={43}
            current={2}
            glyphs
            glyphPosition={0.5}
            label="Trois réponses sur sept"
          />
          <Bloom
            answers={high}
            size={370}
            innerRadius={62}
            ghosts
            glyphs
            centre={<SceneImage index={scene} r={56} />}
            label="Votre scan"
            onPart={(index) => showToast({ kind: 'info', text: left[index] ?? '' })}
            partLabel={(index) => `${left[index]}, ${high[index]} sur 10`}
            partTooltip={(index) => `${left[index]} : ${high[index]}`}
          />
          <Bloom
            answers={stillAnswers}
            size={340}
            innerRadius={44}
            glyphs
            glyphPosition={0.62}
            glyphSize={22}
            decorative
          />
          <Bloom answers={low} size={140} innerRadius={58} centre={<SceneImage index={1} r={52} />} label="Bas" />
          <Bloom
            answers={high.map(() => 10)}
            size={98}
            innerRadius={58}
            centre={<SceneImage index={5} r={52} />}
            label="Haut"
          />
          {[96, 64, 44, 32, 24, 18].map((size) => (
            <Bloom key={size} answers={stillAnswers} size={size} innerRadius={30} decorative />
          ))}
          <PetalMark hue="cyan" answer={3} />
        </div>
        <Button
          variant="quiet"
          onClick={() => {
            setScene(sceneIndexes[(scene + 1) % 6] ?? scene);
            setAnswers((now) => now.map((answer) => (answer === null ? 7 : ((answer * 3) % 10) + 1)));
          }}
        >
          Changer
        </Button>
      </Section>
      <Section title="Six images">
        <div className="flow">
          {sceneIndexes.map((index) => (
            <svg key={index} className="scene" viewBox="-120 -120 240 240" role="img" aria-label={`Image ${index}`}>
              <Scene index={index} />
            </svg>
          ))}
        </div>
      </Section>
    </>
  );
}
