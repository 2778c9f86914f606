import { axisIds } from '@nuances/domain/axes';
import { Glyph } from '@nuances/ui/glyph';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './axis-table.module.css';

interface Props {
  readonly icon: ReactNode;
  readonly name: string;
}

/** The head of a column: an icon over its name. On a phone the name is for screen readers only. */
export function IconHead({ icon, name }: Props) {
  return (
    <th scope="col">
      <span className={styles.head}>
        {icon}
        <span className={styles.name}>{name}</span>
      </span>
    </th>
  );
}

/** The heads of the seven columns of a table with a value for each axis. */
export function AxisHeads() {
  const { LL } = useI18n();
  return axisIds.map((axis) => (
    <IconHead key={axis} icon={<Glyph hue={axis} size={18} />} name={LL.axis[axis].right()} />
  ));
}
