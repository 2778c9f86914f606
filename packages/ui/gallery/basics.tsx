import { Burst } from '../src/bloom/burst.tsx';
import { Button } from '../src/button.tsx';
import { EmptyState } from '../src/empty-state.tsx';
import { ErrorState } from '../src/error-state.tsx';
import '../src/all-icons.ts';
import { furtherIcons } from '../src/further-icons.ts';
import { Glyph } from '../src/glyph.tsx';
import { Hills } from '../src/pictures/hills.tsx';
import { hues } from '../src/hues.ts';
import { firstIcons, Icon, type IconName } from '../src/icon.tsx';
import { LoadingBloom } from '../src/bloom/loading-bloom.tsx';
import { Section } from './section.tsx';

const icons = { ...firstIcons, ...furtherIcons };
const iconNames = Object.keys(icons).filter((name): name is IconName => name in icons);

const neutrals = [
  'page',
  'raised',
  'line',
  'control',
  'ink',
  'ink-2',
  'ink-3',
  'action',
  'on-action',
  'danger',
  'ok',
  'quiet',
  'seg-on',
];

/** Placeholders of missing content. */
export function States() {
  return (
    <Section title="States">
      <div className="grid2">
        <EmptyState
          title="Aucun résultat enregistré."
          more="Votre premier scan apparaîtra ici."
          action={<Button size="small">Commencer un scan</Button>}
        />
        <LoadingBloom text="Chargement..." />
        <ErrorState
          message="Les résultats n’ont pas pu être chargés."
          action={<Button size="small">Réessayer</Button>}
        />
      </div>
    </Section>
  );
}

/** Glyphs, icons and decoration. */
export function Symbols() {
  return (
    <>
      <Section title="Glyphs and icons">
        <div className="flow">
          {[...hues, 'other' as const].map((hue) => (
            <Glyph key={hue} hue={hue} size={28} />
          ))}
        </div>
        <div className="flow">
          {iconNames.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} size={24} />
            </span>
          ))}
        </div>
      </Section>
      <Section title="Hills and bursts">
        <div className="sky">
          <svg width="100%" height="140" viewBox="0 0 560 140" aria-hidden="true">
            <g transform="translate(90 80)">
              <Burst radius={40} turn={12} opacity={0.9} />
            </g>
            <g transform="translate(280 60)">
              <Burst radius={24} turn={40} opacity={0.5} />
            </g>
            <g transform="translate(440 80)">
              <Burst radius={46} turn={-14} opacity={0.95} />
            </g>
          </svg>
          <Hills height={140} />
        </div>
      </Section>
    </>
  );
}

/** Typography and colours. */
export function Tokens() {
  return (
    <>
      <Section title="Type">
        <p className="t-hero">Un moment pour écouter ce qui est là.</p>
        <p className="t-h1">vendredi 20 novembre à 21 h 14</p>
        <p className="t-h2">Malchance</p>
        <p className="t-h3">vendredi 20 novembre</p>
        <p className="t-reflect">Quel petit pas vous remettrait dans le bon sens ?</p>
        <p className="t-lead">Je vais vous poser 7 questions, une par couleur.</p>
        <p className="t-body">Pensez aux derniers jours. Il n’y a pas de bonne réponse.</p>
        <p className="t-note">Ce matin j’ai refusé une réunion de plus.</p>
        <p className="t-small">Retrouvez vos scans et vos notes.</p>
        <p className="t-cap">Chiffrée sur votre appareil avant l’envoi.</p>
      </Section>
      <Section title="Colours">
        <div className="flow">
          {neutrals.map((name) => (
            <figure key={name}>
              <svg className="swatch" aria-hidden="true">
                <rect width="100%" height="100%" rx="10" style={{ fill: `var(--${name})` }} />
              </svg>
              <figcaption className="t-cap">{name}</figcaption>
            </figure>
          ))}
        </div>
        <div className="flow">
          {hues.map((hue) => (
            <figure key={hue} data-hue={hue}>
              <svg className="swatch" aria-hidden="true">
                {['hue', 'hue-line', 'hue-strong', 'hue-tint'].map((name, index) => (
                  <rect key={name} x={index * 14} width="14" height="100%" style={{ fill: `var(--${name})` }} />
                ))}
              </svg>
            </figure>
          ))}
        </div>
      </Section>
    </>
  );
}
