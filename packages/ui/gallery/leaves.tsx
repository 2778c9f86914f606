import { type ReactNode, useState } from 'react';
import { buttonClass } from '../src/button.tsx';
import { monthOf } from '../src/calendar-days.ts';
import { CheckMenu } from '../src/layers/check-menu.tsx';
import { ActionChip, FilterChip } from '../src/chip.tsx';
import { HueRadios } from '../src/fields/hue-radios.tsx';
import type { NoteHue } from '../src/hues.ts';
import { Leaf } from '../src/pictures/leaf.tsx';
import { Menu } from '../src/layers/menu.tsx';
import { MonthGrid } from '../src/month-grid.tsx';
import { SearchField } from '../src/fields/search-field.tsx';
import { WindowedColumns } from '../src/windowed-columns.tsx';
import { noteHues, written } from './samples.ts';

const leaves = Array.from({ length: 400 }, (_, index) => ({
  id: String(index),
  hue: noteHues[index % noteHues.length] ?? { hue: 'other' as const, label: 'Autre' },
  text: written.slice(0, 40 + ((index * 37) % 180)),
}));
type GalleryLeaf = (typeof leaves)[number];
const idOf = ({ id }: GalleryLeaf) => id;
const guess = () => 180;

/** Notes as cards, and the controls that search them. */
export function Leaves() {
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
      name="J’ai dit non…"
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
          triggerClassName={buttonClass()}
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
        resetKey={0}
      >
        {(one) => leaf(one)}
      </WindowedColumns>
    </>
  );
}
