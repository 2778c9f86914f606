import { useRef } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { Icon } from '../icon.tsx';
import styles from './search-field.module.css';

export interface SearchFieldProps {
  /** Accessible name; the placeholder may be shorter. */
  label: string;
  placeholder: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** A round field that searches during typing; Escape empties it. */
export function SearchField({ label, placeholder, clearLabel, value, onChange, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={classNames(styles.field, className)}>
      <Icon className={styles.icon} name="search" />
      <input
        ref={input}
        className={`${styles.input} text-input`}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {value !== '' && <IconButton icon="close" label={clearLabel} className={styles.clear} onClick={clear} />}
    </div>
  );
}
