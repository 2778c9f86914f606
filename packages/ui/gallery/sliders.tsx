import { useState } from 'react';
import { DotSlider } from '../src/sliders/dot-slider.tsx';
import { RangeSlider } from '../src/sliders/range-slider.tsx';

const few = [0, 0.1, 0.2, 0.3, 0.41, 0.44, 0.72, 0.9, 1];
const many = Array.from({ length: 900 }, (_, index) => (index / 899) ** 1.6);
const day = (value: number) => `${String(value).padStart(2, '0')}.11.26`;

/** The slider of a period, with handles apart and together, and the slider of single dots, few and many. */
export function Sliders() {
  const [from, setFrom] = useState(9);
  const [to, setTo] = useState(24);
  const [met, setMet] = useState(12);
  const [dot, setDot] = useState(6);
  const nearest = (place: number) =>
    few.reduce((best, one, index) => (Math.abs(one - place) < Math.abs((few[best] ?? 0) - place) ? index : best), 0);
  const period = { min: 1, max: 30, fromLabel: 'Début de la période', toLabel: 'Fin de la période' };
  return (
    <>
      <RangeSlider {...period} from={from} to={to} onFrom={setFrom} onTo={setTo} valueText={day} />
      <RangeSlider {...period} from={met} to={met} onFrom={setMet} onTo={setMet} valueText={day} />
      <DotSlider
        places={few}
        index={dot}
        onIndex={setDot}
        onPlace={(place) => setDot(nearest(place))}
        label="Scan affiché"
        valueText={`Scan ${dot + 1} sur ${few.length}`}
      />
      <DotSlider
        places={many}
        index={600}
        onIndex={() => undefined}
        onPlace={() => undefined}
        label="Scan affiché"
        valueText="Scan 601 sur 900"
      />
    </>
  );
}
