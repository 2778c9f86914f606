import { IconButton } from '../src/icon-button.tsx';
import { Logo } from '../src/pictures/logo.tsx';
import { ToastRegion } from '../src/layers/toast.tsx';
import { showToast } from '../src/layers/toasts.ts';
import { Wordmark } from '../src/pictures/wordmark.tsx';
import { Symbols, States, Tokens } from './basics.tsx';
import { Blooms } from './blooms.tsx';
import { Buttons } from './buttons.tsx';
import { Fields } from './fields.tsx';
import { Layers } from './layers.tsx';
import { Leaves } from './leaves.tsx';
import { Results, Scales } from './scales.tsx';
import { Section } from './section.tsx';
import { Sliders } from './sliders.tsx';

/** Every component in every state, by day and by night. `?theme=day` or `?theme=night` shows one only. */
export function Gallery({ only }: { only: string | null }) {
  const themes = only === 'day' || only === 'night' ? [only] : ['day', 'night'];
  return (
    <div className={themes.length > 1 ? 'gallery both' : 'gallery'} data-theme={themes[0]}>
      {themes.map((theme) => (
        <div key={theme} className="theme" data-theme={theme}>
          <Everything theme={theme} />
        </div>
      ))}
      <ToastRegion label="Messages" closeLabel="Fermer le message" />
    </div>
  );
}

function Everything({ theme }: { theme: string }) {
  return (
    <>
      <div className="flow">
        <a href="#top" aria-label="Accueil">
          <Logo />
        </a>
        <Wordmark onClick={() => showToast({ kind: 'info', text: 'Nuances' })} />
        <IconButton icon="menu" label="Menu" />
        <IconButton icon={theme === 'day' ? 'moon' : 'sun'} label="Thème" />
      </div>
      <Buttons />
      <Scales />
      <Section title="Sliders">
        <Sliders />
      </Section>
      <Fields />
      <Layers />
      <Section title="Leaves">
        <Leaves />
      </Section>
      <States />
      <Blooms />
      <Results />
      <Symbols />
      <Tokens />
    </>
  );
}
