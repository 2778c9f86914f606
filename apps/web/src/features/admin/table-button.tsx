import { Button } from '@nuances/ui/button';
import { useI18n } from '../../i18n/locale-store.ts';

interface Props {
  readonly title: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Shows the values of charts as a table, too. */
export function TableButton({ title, open, onOpen }: Props) {
  const { LL } = useI18n();
  return (
    <Button
      variant="quiet"
      size="small"
      aria-expanded={open}
      iconEnd={open ? 'up' : 'down'}
      onClick={() => onOpen(!open)}
    >
      {LL.admin.table.label()}
      <span className="visually-hidden">{title}</span>
    </Button>
  );
}
