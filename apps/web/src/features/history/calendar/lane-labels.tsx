import { laneIds } from '@nuances/domain/calendar';
import { Glyph } from '@nuances/ui/glyph';
import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './lane-labels.module.css';

/**
 * Labels of the lanes: names of both poles in a wide window, else only icons with the same names for screen readers.
 */
export function LaneLabels({ wide }: { readonly wide: boolean }) {
  const { LL } = useI18n();
  return (
    <ul className={styles.labels} data-axis={wide ? 'right' : 'down'}>
      {laneIds.map((id) => {
        if (id === 'all')
          return (
            <li key={id} className={styles.label} data-all="">
              {wide ? null : <Icon name="pie" size={22} />}
              <span className={wide ? styles.names : 'visually-hidden'}>
                <span className={styles.right}>{LL.calendar.all()}</span>{' '}
                <span className="t-cap-2">{LL.calendar.allMore()}</span>
              </span>
            </li>
          );
        const poles = { right: LL.axis[id].right(), left: LL.axis[id].left() };
        return (
          <li key={id} className={styles.label} data-hue={id}>
            <Glyph hue={id} size={22} />
            {wide ? (
              <span className={styles.names} aria-hidden="true">
                <span className={styles.right}>{poles.right}</span>
                <span className="t-cap-2">{poles.left}</span>
              </span>
            ) : null}
            <span className="visually-hidden">{wide ? LL.calendar.lane(poles) : `${poles.left} – ${poles.right}`}</span>
          </li>
        );
      })}
    </ul>
  );
}
