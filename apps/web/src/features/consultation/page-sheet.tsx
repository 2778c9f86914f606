import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { cutTitle } from '@nuances/domain/consultation';
import { Glyph } from '@nuances/ui/glyph';
import type { PageContent, AxisRow } from './page-content.ts';
import { answerMax, answerMiddle, answerMin, shareOfAxis } from '@nuances/domain/scan/scoring';
import '../../components/paper-fonts.css';
import styles from './page-sheet.module.css';

/** As many lines to write on as fit are seen. */
const lines = Array.from({ length: 16 }, (_, index) => index);

/** The page: a sheet of A4, on the screen as large as its room, on paper as it is. */
export function PageSheet({ content }: { readonly content: PageContent }) {
  const { kind, title, intro, heads, rows, definitions, tags, notes, say } = content;
  return (
    <div className={styles.room}>
      <article className={styles.sheet} aria-label={title}>
        <p className={styles.kind}>{kind}</p>
        <h1 className={styles.title}>
          <UnbrokenWords>{title}</UnbrokenWords>
        </h1>
        <p className={styles.intro}>
          <UnbrokenWords>{intro}</UnbrokenWords>
        </p>
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.axis}>
                <th scope="row">
                  <span className={styles.axis}>
                    <Glyph hue={row.axis} size={22} />
                    <span>
                      <span className={styles.left}>{row.left}</span> <strong>{row.right}</strong>
                    </span>
                  </span>
                </th>
                <td>
                  <AnswerStrip row={row} />
                </td>
                <td>{row.meanText}</td>
                <td>{row.usualText}</td>
                <td>
                  <AnswerTrend row={row} />
                </td>
                <td>{row.sidesText}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.definitions}>{definitions}</p>
        {tags || notes ? (
          <div className={styles.columns}>
            {tags ? (
              <section>
                <h2 className={styles.section}>{tags.title}</h2>
                <p className={styles.tags} dir="auto">
                  {/* A tag is never split between two lines. */}
                  {tags.items.map((item) => item.replaceAll(' ', '\u00A0')).join(' · ')}
                </p>
              </section>
            ) : null}
            {notes ? (
              <section>
                <h2 className={styles.section}>{notes.title}</h2>
                <ul>
                  {notes.items.map(({ date, title: name }) => (
                    <li key={`${date} ${name}`} className={styles.note}>
                      {`${date} · `}
                      <bdi>{cutTitle(name, () => true)}</bdi>
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
          </div>
        ) : null}
        {say ? (
          <section className={styles.say}>
            <h2 className={styles.section}>{say.title}</h2>
            <div className={styles.lines} role="img" aria-label={say.alt}>
              {lines.map((line) => (
                <div key={line} className={styles.writing} />
              ))}
            </div>
          </section>
        ) : null}
        <footer className={styles.foot}>
          <p>{content.is}</p>
          <p className={styles.made}>
            <span>{content.made}</span> <span>{content.page}</span>
          </p>
        </footer>
      </article>
    </div>
  );
}

const stripWidth = 190;
const stripHeight = 18;
const answerX = (value: number) => 7 + shareOfAxis(value) * (stripWidth - 14);
const values = Array.from({ length: answerMax - answerMin + 1 }, (_, index) => answerMin + index);
/** Width of the range of equal answers, px. */
const leastRange = 6;

/** A scale from 1 to 10: a bar for the usual range, a hollow disc for the mean, a tick in the middle. */
function AnswerStrip({ row: { usual, mean, stripAlt } }: { readonly row: AxisRow }) {
  const y = stripHeight / 2;
  const range = Math.max(answerX(usual.high) - answerX(usual.low), leastRange);
  return (
    <svg className={styles.strip} viewBox={`0 0 ${stripWidth} ${stripHeight}`} role="img" aria-label={stripAlt}>
      <path
        className={styles.rule}
        d={`M${answerX(answerMin)} ${y}H${answerX(answerMax)}${values.map((value) => `M${answerX(value)} ${y - 2.5}v5`).join('')}`}
      />
      <path className={styles.soft} d={`M${answerX(answerMiddle)} ${y - 8.5}v17`} />
      <rect
        className={styles.range}
        x={(answerX(usual.low) + answerX(usual.high) - range) / 2}
        y={y - 3.5}
        width={range}
        height={7}
      />
      <circle className={styles.mean} cx={answerX(mean)} cy={y} r={6.5} />
    </svg>
  );
}

const trendWidth = 110;
const trendHeight = 26;
/** Room for the width of lines and dots, px. */
const rim = 2;
const yOf = (value: number) => rim + (1 - shareOfAxis(value)) * (trendHeight - 2 * rim);

/** The means of weeks or months on a scale from 1 to 10, with a gap for a missing one and a dot for an isolated one. */
function AnswerTrend({ row: { trend, trendAlt } }: { readonly row: AxisRow }) {
  const xOf = (index: number) => rim + (trend.length < 2 ? 0.5 : index / (trend.length - 1)) * (trendWidth - 2 * rim);
  const isKnown = (index: number) => (trend[index] ?? null) !== null;
  const points = trend.flatMap((mean, index) => (mean === null ? [] : [{ index, x: xOf(index), y: yOf(mean) }]));
  return (
    <svg className={styles.trend} viewBox={`0 0 ${trendWidth} ${trendHeight}`} role="img" aria-label={trendAlt}>
      <path className={styles.dotted} d={`M${rim} ${yOf(answerMiddle)}H${trendWidth - rim}`} />
      <path
        className={styles.line}
        d={points.map(({ index, x, y }) => `${isKnown(index - 1) ? 'L' : 'M'}${x} ${y}`).join('')}
      />
      {points
        .filter(({ index }) => !isKnown(index - 1) && !isKnown(index + 1))
        .map(({ index, x, y }) => (
          <circle key={index} cx={x} cy={y} r={1.8} />
        ))}
    </svg>
  );
}
