import { useState } from 'react';
import { hues } from '../src/hues.ts';
import { MiniScale } from '../src/mini-scale.tsx';
import { ResultScale } from '../src/result-scale.tsx';
import { ScaleRadio } from '../src/fields/scale-radio.tsx';
import { ValuePair } from '../src/value-pair.tsx';
import { Section } from './section.tsx';
import { left, right, high } from './samples.ts';

/** The ten answers of a question, with its hints. */
export function Scales() {
  const [value, setValue] = useState<number | null>(8);
  return (
    <Section title="Scale buttons">
      <ScaleRadio
        hue="yellow"
        legend="Où en est votre joie ?"
        value={value}
        onChange={setValue}
        optionLabel={(n) => `${n} sur 10`}
        leftPole="Tristesse"
        rightPole="Joie"
        rowLeftLabel="1 à 5"
        rowRightLabel="6 à 10"
      />
      <ScaleRadio
        hue="blue"
        legend="Idle hint"
        value={null}
        onChange={() => undefined}
        optionLabel={(n) => `${n} sur 10`}
        leftPole="Haine"
        rightPole="Paix"
        rowLeftLabel="1 à 5"
        rowRightLabel="6 à 10"
        hint={{ head: 6 }}
      />
      <ScaleRadio
        hue="purple"
        legend="Reduced motion hint"
        value={null}
        onChange={() => undefined}
        optionLabel={(n) => `${n} sur 10`}
        leftPole="Mélancolie"
        rightPole="Foi intérieure"
        rowLeftLabel="1 à 5"
        rowRightLabel="6 à 10"
        hint="all"
      />
    </Section>
  );
}

/** The displays of a given answer. */
export function Results() {
  return (
    <Section title="Result scales">
      {hues.map((hue, index) => (
        <ResultScale
          key={hue}
          hue={hue}
          value={high[index] ?? 1}
          left={left[index]}
          right={right[index]}
          name={`${left[index]}, ${high[index]} sur 10`}
          onOpen={() => undefined}
        />
      ))}
      <div className="minis">
        {hues.map((hue, index) => (
          <MiniScale key={hue} hue={hue} value={high[index] ?? 1} left={left[index]} right={right[index]} />
        ))}
      </div>
      <div className="flow">
        {hues.map((hue, index) => (
          <ValuePair key={hue} hue={hue} value={high[index] ?? 1} name={left[index] ?? ''} />
        ))}
      </div>
    </Section>
  );
}
