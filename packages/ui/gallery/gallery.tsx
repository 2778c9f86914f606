import { type ReactNode, useState } from 'react';
import { Banner } from '../src/banner.tsx';
import { Bloom } from '../src/bloom.tsx';
import { Burst } from '../src/burst.tsx';
import { Button, buttonClass } from '../src/button.tsx';
import { monthOf } from '../src/calendar-days.ts';
import { CheckField } from '../src/check-field.tsx';
import { CheckMenu } from '../src/check-menu.tsx';
import { ActionChip, FilterChip } from '../src/chip.tsx';
import { ConfirmDialog } from '../src/confirm-dialog.tsx';
import { Dialog } from '../src/dialog.tsx';
import { Drawer } from '../src/drawer.tsx';
import { EmptyState } from '../src/empty-state.tsx';
import { ErrorState } from '../src/error-state.tsx';
import { FormMessage } from '../src/form-message.tsx';
import { Glyph } from '../src/glyph.tsx';
import { Hills } from '../src/hills.tsx';
import { HueRadios } from '../src/hue-radios.tsx';
import { hues, type NoteHue } from '../src/hues.ts';
import { IconButton } from '../src/icon-button.tsx';
import { Icon, iconNames } from '../src/icon.tsx';
import { Leaf } from '../src/leaf.tsx';
import { LoadingBloom } from '../src/loading-bloom.tsx';
import { Logo, stillAnswers } from '../src/logo.tsx';
import { Menu } from '../src/menu.tsx';
import { MiniScale } from '../src/mini-scale.tsx';
import { MonthGrid } from '../src/month-grid.tsx';
import { PasswordField } from '../src/password-field.tsx';
import { PetalMark } from '../src/petal-mark.tsx';
import { ResultScale } from '../src/result-scale.tsx';
import { ScaleRadio } from '../src/scale-radio.tsx';
import { SceneImage } from '../src/scene-image.tsx';
import { Scene, type SceneIndex } from '../src/scene.tsx';
import { SearchField } from '../src/search-field.tsx';
import { Segmented } from '../src/segmented.tsx';
import { SelectField } from '../src/select-field.tsx';
import { Switch } from '../src/switch.tsx';
import { Tabs } from '../src/tabs.tsx';
import { TextArea } from '../src/text-area.tsx';
import { TextField } from '../src/text-field.tsx';
import { ToastRegion } from '../src/toast.tsx';
import { showToast } from '../src/toasts.ts';
import { ValuePair } from '../src/value-pair.tsx';
import { WindowedColumns } from '../src/windowed-columns.tsx';
import { Wordmark } from '../src/wordmark.tsx';
import { Sliders } from './sliders.tsx';

const left = ['Colère', 'Frustration', 'Tristesse', 'Solitude', 'Malchance', 'Haine', 'Mélancolie'];
const right = ['Sécurité', 'Plénitude', 'Joie', 'Amour de soi', 'Alignement', 'Paix', 'Foi intérieure'];
const high = [7, 4, 9, 6, 3, 8, 7];
const low = [3, 2, 4, 2, 3, 5, 2];
const sceneIndexes: readonly SceneIndex[] = [0, 1, 2, 3, 4, 5];
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

const noteHues: readonly { readonly hue: NoteHue; readonly label: string }[] = [
  ...hues.map((hue, index) => ({ hue, label: right[index] ?? '' })),
  { hue: 'other', label: 'Autre' },
];
const written =
  'Ce matin j’ai refusé une réunion de plus, et rien ne s’est effondré. J’ai senti mes épaules redescendre. Je note ça ici pour m’en souvenir la prochaine fois que la peur de décevoir arrive avant même que j’aie dit un mot.';
const leaves = Array.from({ length: 400 }, (_, index) => ({
  id: String(index),
  hue: noteHues[index % noteHues.length] ?? { hue: 'other' as const, label: 'Autre' },
  text: written.slice(0, 40 + ((index * 37) % 180)),
}));
type GalleryLeaf = (typeof leaves)[number];
const idOf = ({ id }: GalleryLeaf) => id;
const guess = () => 180;

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

function Leaves() {
  const [month, setMonth] = useState('2026-11');
  const [day, setDay] = useState<string | null>('2026-11-20');
  const [hue, setHue] = useState<NoteHue>('green');
  const [chosen, setChosen] = useState<ReadonlySet<NoteHue>>(new Set());
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setOpen((before) => new Set(before.has(id) ? [] : [id]));
  const leaf = ({ id, hue: { hue: tint, label }, text }: GalleryLeaf, menu?: ReactNode) => (
    <Leaf
      hue={tint}
      category={label}
      date="20 nov. 2026"
      dateTime="2026-11-20"
      title={Number(id) % 3 === 1 ? '' : 'Dire non sans m’excuser'}
      untitled="Sans titre"
      text={text}
      level={3}
      expanded={open.has(id)}
      onToggle={() => toggle(id)}
      expandLabel="Lire"
      collapseLabel="Replier"
      menu={menu}
    />
  );
  return (
    <>
      <div className="flow">
        <SearchField
          label="Rechercher une note"
          placeholder="Rechercher"
          clearLabel="Effacer"
          value={search}
          onChange={setSearch}
        />
        <CheckMenu
          label="Catégories"
          triggerLabel="Catégories"
          triggerClassName={buttonClass({ variant: 'outline' })}
          trigger="Catégories"
          allLabel="Toutes"
          options={noteHues}
          chosen={chosen}
          onChange={setChosen}
        />
        <FilterChip removeLabel="Retirer" onRemove={() => setDay(null)}>
          jusqu’au 20/11/2026
        </FilterChip>
        <ActionChip onClick={() => setDay('2026-11-15')}>ce jour seulement</ActionChip>
      </div>
      <div className="grid2">
        <MonthGrid
          month={month}
          title={month}
          weekdays={['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim']}
          today="2026-11-18"
          chosen={day === null ? [] : [day]}
          huesOn={(one) =>
            monthOf(one) === month
              ? noteHues.filter((_, index) => Number(one.slice(8)) % (index + 4) === 0).map((x) => x.hue)
              : []
          }
          dayLabel={(one) => one}
          previousLabel="Avant"
          nextLabel="Après"
          onMonth={setMonth}
          onDay={setDay}
        />
        <div>
          <HueRadios legend="Catégorie" options={noteHues} value={hue} onChange={setHue} />
          <br />
          {leaf(
            { id: 'one', hue: { hue: 'green', label: 'Amour de soi' }, text: written },
            <Menu
              label="Options"
              items={[{ id: 'edit', label: 'Modifier', icon: 'edit', onSelect: () => undefined }]}
            />,
          )}
        </div>
      </div>
      <WindowedColumns
        className="leaves"
        label="Notes"
        items={leaves}
        keyOf={idOf}
        guess={guess}
        columnWidth={240}
        gap={16}
        beginning={0}
      >
        {(one) => leaf(one)}
      </WindowedColumns>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="t-h3">{title}</h2>
      {children}
    </section>
  );
}

function Everything({ theme }: { theme: string }) {
  const [answers, setAnswers] = useState<readonly (number | null)[]>([9, 7, 8, null, null, null, null]);
  const [value, setValue] = useState<number | null>(8);
  const [scene, setScene] = useState<SceneIndex>(3);
  const [text, setText] = useState('Léa');
  const [checked, setChecked] = useState(true);
  const [open, setOpen] = useState<'login' | 'reflection' | 'drawer' | 'confirm' | null>(null);
  const [view, setView] = useState<'bloom' | 'lines'>('bloom');
  const close = () => setOpen(null);
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

      <Section title="Buttons">
        <div className="flow">
          <Button variant="primary" iconEnd="right">
            Suivant
          </Button>
          <Button variant="outline">Précédent</Button>
          <Button variant="quiet">Annuler</Button>
          <Button variant="primary" disabledReason="Répondez d’abord.">
            Terminer
          </Button>
          <Button variant="danger">Supprimer</Button>
          <Button variant="outline" size="small">
            Connexion
          </Button>
          <Button variant="primary" size="small">
            Connexion
          </Button>
          <Button variant="outline" icon="info">
            Réflexion
          </Button>
          <Button variant="primary" busy busyLabel="Sauvegarde...">
            Enregistrer
          </Button>
          <Button variant="primary" busyLabel="Sauvegarde...">
            Enregistrer
          </Button>
          <a className={buttonClass({ variant: 'outline', size: 'small' })} href="#link">
            Un lien
          </a>
          <Button variant="primary" size="large" wide>
            Se connecter
          </Button>
        </div>
        <div className="flow">
          <IconButton icon="calendar" label="Calendrier" pressed />
          <IconButton icon="settings" label="Catégories" pressed={false} outlined />
          <IconButton icon="close" label="Fermer" />
          <IconButton icon="left" label="Avant" disabled />
          <Menu
            label="Actions"
            items={[
              { id: 'edit', label: 'Modifier', icon: 'edit', onSelect: () => setOpen('login') },
              { id: 'delete', label: 'Supprimer', icon: 'trash', danger: true, onSelect: () => setOpen('confirm') },
            ]}
          />
          <Segmented
            legend="Vue"
            options={[
              { value: 'bloom', label: 'Fleur', icon: 'pie' },
              { value: 'lines', label: 'Courbes', icon: 'stats' },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      </Section>

      <Section title="Scale buttons">
        <ScaleRadio
          hue="yellow"
          legend="Où en est votre joie ?"
          value={value}
          onChange={(next) => {
            setValue(next);
            setAnswers((now) => now.map((answer, index) => (index === 2 ? next : answer)));
          }}
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

      <Section title="Sliders">
        <Sliders />
      </Section>

      <Section title="Fields">
        <div className="grid2">
          <TextField label="Prénom" name="first" value={text} onChange={setText} required requiredLabel="obligatoire" />
          <TextField label="E-mail" name="mail" value="lea@exemple" onChange={setText} error="Email invalide" />
          <TextField label="Nom" name="ro" value="Lecture seule" onChange={setText} readOnly help="Ne change plus." />
          <TextField label="Passion" name="ph" value="" onChange={setText} placeholder="Ce qui vous porte" />
          <PasswordField
            label="Mot de passe"
            name="password"
            value="motdepasse"
            onChange={setText}
            showLabel="Afficher le mot de passe"
            hideLabel="Masquer le mot de passe"
          />
          <TextArea
            label="Texte"
            name="text"
            rows={3}
            value="Ce matin j’ai refusé une réunion de plus."
            onChange={setText}
          />
          <SelectField
            label="Vue"
            name="view"
            options={[
              { value: 'bloom', label: 'Fleur' },
              { value: 'lines', label: 'Courbes' },
            ]}
            value={view}
            onChange={setView}
          />
          <SelectField
            label="Vue"
            name="view-wrong"
            options={[{ value: '', label: 'Aucune' }]}
            value=""
            onChange={() => undefined}
            required
            requiredLabel="obligatoire"
            error="Choisissez une vue"
          />
          <CheckField label="J’accepte les conditions d’utilisation" checked={checked} onChange={setChecked} />
          <CheckField label="J’accepte" checked={false} onChange={setChecked} error="Vous devez accepter" />
          <Switch label="Thème de nuit" checked={checked} onChange={setChecked} />
          <Switch label="Thème de nuit" checked={!checked} onChange={setChecked} />
        </div>
        <FormMessage kind="error">Nom d’utilisateur ou mot de passe incorrect</FormMessage>
        <FormMessage kind="success">Profil enregistré</FormMessage>
        <FormMessage kind="success">✅ Enregistré</FormMessage>
      </Section>

      <Section title="Tabs">
        <Tabs
          label="Vues"
          tabs={[
            { id: 'bloom', label: 'Fleur', icon: 'pie', panel: <p>Une fleur.</p> },
            { id: 'lines', label: 'Courbes', icon: 'stats', panel: <p>Des courbes.</p> },
          ]}
          value={view}
          onChange={setView}
        />
      </Section>

      <Section title="Layers">
        <div className="flow">
          <Button variant="outline" size="small" onClick={() => setOpen('login')}>
            Connexion
          </Button>
          <Button variant="outline" size="small" onClick={() => setOpen('reflection')}>
            Réflexion
          </Button>
          <Button variant="outline" size="small" onClick={() => setOpen('drawer')}>
            Tiroir
          </Button>
          <Button variant="outline" size="small" onClick={() => setOpen('confirm')}>
            Confirmer
          </Button>
          <Button
            variant="outline"
            size="small"
            onClick={() => showToast({ kind: 'success', text: 'Connexion réussie !' })}
          >
            Toast
          </Button>
        </div>
        <Dialog
          open={open === 'login'}
          onClose={close}
          title="Connexion"
          lead="Retrouvez vos scans et vos notes."
          largeTitle
          closeLabel="Fermer"
        >
          <TextField
            label="Nom d’utilisateur ou e-mail"
            name="login"
            value="lé"
            onChange={setText}
            error="Le nom d’utilisateur doit contenir au moins 3 caractères"
          />
          <br />
          <PasswordField
            label="Mot de passe"
            name="password"
            value="motdepasse"
            onChange={setText}
            showLabel="Afficher"
            hideLabel="Masquer"
          />
          <br />
          <Button variant="primary" size="large" wide onClick={() => showToast({ kind: 'error', text: '❌ Erreur' })}>
            Se connecter
          </Button>
        </Dialog>
        <Dialog
          open={open === 'reflection'}
          onClose={close}
          title="Malchance"
          eyebrow="Partie 5 sur 7 · réponse 3"
          beforeTitle={<PetalMark hue="cyan" answer={3} />}
          closeLabel="Fermer"
          width={520}
        >
          <p className="t-reflect">Qu’est-ce qui vous a semblé jouer contre vous, ces derniers jours ?</p>
        </Dialog>
        <Drawer open={open === 'drawer'} onClose={close} label="Menu">
          <p className="flow">
            <IconButton icon="close" label="Fermer" onClick={close} /> Nuances
          </p>
        </Drawer>
        <ConfirmDialog
          open={open === 'confirm'}
          onClose={close}
          onConfirm={close}
          title="Supprimer cette note ?"
          text="Elle ne pourra pas être retrouvée."
          confirmLabel="Supprimer"
          keepLabel="Garder"
        />
        <Banner
          action={
            <Button variant="primary" size="small">
              Connexion
            </Button>
          }
        >
          Vous devez vous connecter pour enregistrer votre scan.
        </Banner>
      </Section>

      <Section title="Leaves">
        <Leaves />
      </Section>

      <Section title="States">
        <div className="grid2">
          <EmptyState
            title="Aucun résultat enregistré."
            more="Votre premier scan apparaîtra ici."
            action={
              <Button variant="outline" size="small">
                Commencer un scan
              </Button>
            }
          />
          <LoadingBloom text="Chargement..." />
          <ErrorState
            message="Les résultats n’ont pas pu être chargés."
            action={
              <Button variant="outline" size="small">
                Réessayer
              </Button>
            }
          />
        </div>
      </Section>

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
            setScene(sceneIndexes[(scene + 1) % 6] ?? 0);
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
        <ResultScale
          compact
          hue="red"
          value={3}
          left="Colère"
          right="Sécurité"
          name="Colère, 3"
          onOpen={() => undefined}
        />
        <div className="minis">
          {hues.map((hue, index) => (
            <MiniScale key={hue} hue={hue} value={high[index] ?? 1} left={left[index]} right={right[index]} />
          ))}
        </div>
        <div className="flow">
          {hues.map((hue, index) => (
            <ValuePair key={hue} hue={hue} value={high[index] ?? 1} name={left[index]} />
          ))}
        </div>
      </Section>

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
              <Burst radius={40} turn={12} opacity={0.9} still />
            </g>
            <g transform="translate(280 60)">
              <Burst radius={24} turn={40} opacity={0.5} still />
            </g>
            <g transform="translate(440 80)">
              <Burst radius={46} turn={-14} opacity={0.95} />
            </g>
          </svg>
          <Hills height={140} />
        </div>
      </Section>

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
