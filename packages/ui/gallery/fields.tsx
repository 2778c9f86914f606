import { useState } from 'react';
import { CheckField } from '../src/fields/check-field.tsx';
import { FormMessage } from '../src/fields/form-message.tsx';
import { PasswordField } from '../src/fields/password-field.tsx';
import { SelectField } from '../src/fields/select-field.tsx';
import { Switch } from '../src/fields/switch.tsx';
import { TextField } from '../src/fields/text-field.tsx';
import { Section } from './section.tsx';

/** Every field, filled, empty and in error. */
export function Fields() {
  const [text, setText] = useState('Léa');
  const [checked, setChecked] = useState(true);
  const [view, setView] = useState<'bloom' | 'lines'>('bloom');
  return (
    <Section title="Fields">
      <div className="grid2">
        <TextField label="Prénom" name="first" value={text} onChange={setText} required />
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

          error="Choisissez une vue"
        />
        <CheckField label="J’accepte les conditions d’utilisation" checked={checked} onChange={setChecked} required />
        <CheckField label="J’accepte" checked={false} onChange={setChecked} error="Vous devez accepter" />
        <Switch label="Thème de nuit" checked={checked} onChange={setChecked} />
        <Switch label="Thème de nuit" checked={!checked} onChange={setChecked} />
      </div>
      <FormMessage kind="error">Nom d’utilisateur ou mot de passe incorrect</FormMessage>
      <FormMessage kind="success">Profil enregistré</FormMessage>
      <FormMessage kind="success">✅ Enregistré</FormMessage>
    </Section>
  );
}
