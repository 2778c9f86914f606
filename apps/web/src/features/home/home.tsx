import { timings } from '@nuances/domain/timings';
import { Hills } from '@nuances/ui/hills';
import { prefersReducedMotion } from '@nuances/ui/reduced-motion';
import { StillBloom } from '@nuances/ui/still-bloom';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { Fireworks } from './fireworks.tsx';
import styles from './home.module.css';

/** Fixed answers of the home bloom, red to purple, irregular on purpose. */
const stillAnswers = [8, 6, 9, 7, 5, 8, 7];

interface Props {
  /** Called when the bloom has turned. */
  readonly onOpenQuiz: () => void;
  /** Called when the bloom starts to turn. */
  readonly onPrepareQuiz: () => void;
}

/** The first page: what Nuances is, what the quiz asks, and the bloom that opens the quiz. */
export function Home({ onOpenQuiz, onPrepareQuiz }: Props) {
  const { LL } = useI18n();
  const [opening, setOpening] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  const prompt = useRef<HTMLParagraphElement>(null);
  const bloom = useRef<HTMLAnchorElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (opening) return;
    setOpening(true);
    onPrepareQuiz();
    // With reduced motion, an outline confirms the press instead of the turn.
    leaving.current = setTimeout(onOpenQuiz, prefersReducedMotion() ? 150 : timings.homeSpinMs);
  };

  return (
    <div className={styles.home}>
      <div className={styles.glow} aria-hidden="true" />
      <svg className={styles.stars} aria-hidden="true" viewBox="0 0 390 844">
        <circle cx="88" cy="92" r="1" />
        <circle cx="190" cy="76" r="1.1" />
        <circle cx="300" cy="110" r="1" />
        <circle cx="366" cy="196" r="0.9" />
        <circle cx="14" cy="306" r="1.1" />
        <circle cx="350" cy="330" r="1.1" />
        <circle cx="24" cy="420" r="0.9" />
      </svg>
      <Hills className={styles.hills} height={300} />
      <div className={styles.text} ref={text}>
        <p className={styles.welcome}>{LL.home.welcome()}</p>
        <h1 className="t-hero">{LL.home.title()}</h1>
        <p className={styles.lead}>
          {LL.home.assistant()} {LL.home.questions()} <span className={styles.duration}>{LL.home.duration()}</span>
        </p>
      </div>
      <p className={styles.prompt} ref={prompt}>
        <span>{LL.home.clickOn()}</span>
        <svg className={styles.arrow} viewBox="0 0 400 50" aria-hidden="true">
          <path d="M2 22C110 56 270 54 396 4M380 2L396 4L386 17" />
        </svg>
      </p>
      <a
        ref={bloom}
        href="/bodyscan"
        className={styles.bloom}
        data-opening={opening ? '' : undefined}
        aria-label={LL.home.bloom.name()}
        onClick={open}
      >
        <StillBloom
          answers={stillAnswers}
          innerRadius={44}
          glyphs
          glyphPosition={0.62}
          className={styles.petals}
          centre={
            <text className={styles.quiz} textAnchor="middle" y="11">
              {LL.home.bloom.label()}
            </text>
          }
        />
      </a>
      <Fireworks texts={[text, prompt]} bloom={bloom} />
      <p className={styles.fund}>
        <span className={styles.fundLong}>{LL.home.fund()}</span>
        <span className={styles.fundShort}>{LL.home.fundShort()}</span>
      </p>
    </div>
  );
}
