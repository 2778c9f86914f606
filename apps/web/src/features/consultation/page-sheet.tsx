import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { cutTitle } from '@nuances/domain/consultation';
import { Glyph } from '@nuances/ui/glyph';
import '../../components/paper-fonts.css';
import { AnswerStrip } from './answer-strip.tsx';
import { AnswerTrend } from './answer-trend.tsx';
import type { PageContent } from './page-content.ts';
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
                <p className={styles.tags}>
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
                      {`${date} · ${cutTitle(name, () => true)}`}
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
