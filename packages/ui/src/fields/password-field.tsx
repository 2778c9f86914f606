import { useState } from 'react';
import { IconButton } from '../icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  showLabel: string;
  hideLabel: string;
}

/** A password field with a button that shows the text. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...field}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
