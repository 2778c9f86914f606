import { useState } from 'react';
import { Banner } from '../src/banner.tsx';
import { Button } from '../src/button.tsx';
import { ConfirmDialog } from '../src/layers/confirm-dialog.tsx';
import { Dialog } from '../src/layers/dialog.tsx';
import { Drawer } from '../src/layers/drawer.tsx';
import { IconButton } from '../src/icon-button.tsx';
import { PasswordField } from '../src/fields/password-field.tsx';
import { PetalMark } from '../src/bloom/petal-mark.tsx';
import { TextField } from '../src/fields/text-field.tsx';
import { showToast } from '../src/layers/toasts.ts';
import { Section } from './section.tsx';

/** Dialogs, drawer, toasts and the banner. */
export function Layers() {
  const [open, setOpen] = useState<'login' | 'reflection' | 'drawer' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Layers">
      <div className="flow">
        <Button size="small" onClick={() => setOpen('login')}>
          Connexion
        </Button>
        <Button size="small" onClick={() => setOpen('reflection')}>
          Réflexion
        </Button>
        <Button size="small" onClick={() => setOpen('drawer')}>
          Tiroir
        </Button>
        <Button size="small" onClick={() => setOpen('confirm')}>
          Confirmer
        </Button>
        <Button size="small" onClick={() => showToast({ kind: 'success', text: 'Connexion réussie !' })}>
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
          onChange={() => undefined}
          error="Le nom d’utilisateur doit contenir au moins 3 caractères"
        />
        <br />
        <PasswordField
          label="Mot de passe"
          name="password"
          value="motdepasse"
          onChange={() => undefined}
          showLabel="Afficher"
          hideLabel="Masquer"
        />
        <br />
        <Button variant="primary" size="large" onClick={() => showToast({ kind: 'error', text: '❌ Erreur' })}>
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
        wide
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
  );
}
