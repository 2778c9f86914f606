import { useState } from 'react';
import { Button, buttonClass } from '../src/button.tsx';
import { IconButton } from '../src/icon-button.tsx';
import { Menu } from '../src/layers/menu.tsx';
import { Segmented } from '../src/fields/segmented.tsx';
import { Tabs } from '../src/tabs.tsx';
import { Section } from './section.tsx';

/** Buttons with a text, with an icon, and controls for a choice. */
export function Buttons() {
  const [view, setView] = useState<'bloom' | 'lines'>('bloom');
  return (
    <>
      <Section title="Buttons">
        <div className="flow">
          <Button variant="primary" iconEnd="right">
            Suivant
          </Button>
          <Button>Précédent</Button>
          <Button variant="quiet">Annuler</Button>
          <Button variant="primary" disabledReason="Répondez d’abord.">
            Terminer
          </Button>
          <Button variant="danger">Supprimer</Button>
          <Button size="small">Connexion</Button>
          <Button variant="primary" size="small">
            Connexion
          </Button>
          <Button icon="info">Réflexion</Button>
          <Button variant="primary" busy busyLabel="Sauvegarde...">
            Enregistrer
          </Button>
          <Button variant="primary" busyLabel="Sauvegarde...">
            Enregistrer
          </Button>
          <a className={buttonClass({ size: 'small' })} href="#link">
            Un lien
          </a>
          <Button variant="primary" size="large">
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
              { id: 'edit', label: 'Modifier', icon: 'edit', onSelect: () => undefined },
              { id: 'delete', label: 'Supprimer', icon: 'trash', danger: true, onSelect: () => undefined },
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
    </>
  );
}
