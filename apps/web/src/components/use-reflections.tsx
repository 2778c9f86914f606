import { axisAt, categoryOfAxis, type NoteCategory } from '@nuances/domain/axes';
import { useState, type ReactNode } from 'react';
import { useLazy } from '../i18n/use-lazy.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

const loadPopup = async () => {
  const [{ ReflectionPopup }] = await Promise.all([import('./reflection-popup.tsx'), loadNamespaces('reflect')]);
  return { ReflectionPopup };
};
const loadInfo = async () => {
  const [{ InfoDialog }] = await Promise.all([import('./info-dialog.tsx'), loadNamespaces('reflect')]);
  return { InfoDialog };
};

interface Options {
  readonly answers: readonly number[];
  readonly imageName: string;
  /** Writes a note from the reflection on an axis; `close` closes the reflection first. */
  readonly onWrite: (category: NoteCategory, close: () => void) => void;
}

interface Reflections {
  /** Opens the questions of a part, 0 to 6 in data order. */
  readonly openPart: (index: number) => void;
  /** Opens the questions about the whole scan. */
  readonly openWhole: () => void;
  /** The dialog that is open above the screen. */
  readonly layers: ReactNode;
}

/** State of the reflection dialogs: of one part of a scan, and of the whole scan. */
export function useReflections({ answers, imageName, onWrite }: Options): Reflections {
  const [part, setPart] = useState<number | null>(null);
  const [lastPart, setLastPart] = useState<number | null>(null);
  const [informed, setInformed] = useState(false);
  const popup = useLazy(part !== null, loadPopup, () => setPart(null));
  const info = useLazy(informed, loadInfo, () => setInformed(false));
  const answer = lastPart === null ? undefined : answers[lastPart];
  return {
    openPart: (index) => {
      setLastPart(index);
      setPart(index);
    },
    openWhole: () => setInformed(true),
    layers: (
      <>
        {popup && lastPart !== null && answer !== undefined ? (
          <popup.ReflectionPopup
            index={lastPart}
            answer={answer}
            open={part !== null}
            onClose={() => setPart(null)}
            onWrite={() => onWrite(categoryOfAxis(axisAt(lastPart)), () => setPart(null))}
          />
        ) : null}
        {info ? <info.InfoDialog open={informed} imageName={imageName} onClose={() => setInformed(false)} /> : null}
      </>
    ),
  };
}
