import {
  type BuildManifest,
  compareFiles,
  readBuildManifest,
  receivedFiles,
  type ServedFile,
  servedName,
  servedHeaders,
} from '@nuances/domain/build/manifest';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { useEffect, useRef, useState } from 'react';
import { toHex } from '@nuances/domain/hex';
import { copyText } from '../../components/copy-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { takeWaitingVersion, useWaitingVersion } from '../../offline/waiting-version.ts';
import styles from './check.module.css';
import { Command } from './command.tsx';

/** Shown before the whole list is asked for. */
const firstFiles = 3;
/** Digits of a hash that are shown; the button copies all. */
const shownDigits = 12;

interface Received {
  readonly published: BuildManifest;
  readonly files: readonly ServedFile[];
}

/** The files of the program as this browser receives them, by their hashes, beside the list that the server publishes. */
export function ReceivedProgram() {
  const { LL, locale } = useI18n();
  const words = LL.check.build;
  const waiting = useWaitingVersion();
  const [received, setReceived] = useState<Received | null>(null);
  const [asked, setAsked] = useState(0);
  /** The request that failed last; null after one that did not. */
  const [failed, setFailed] = useState<number | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  /** Whether the files of the version that waits are shown: the server publishes them already. */
  const [isListed, setIsListed] = useState(false);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const published = readBuildManifest(await (await fetch('/api/build')).json());
      if (!published) throw new TypeError('This is no list of files');
      return { published, files: await receivedFiles(published.files, (file) => hashOf(file).catch(() => null)) };
    };
    read().then(
      (all) => {
        if (isGone) return;
        setReceived(all);
        setFailed(null);
      },
      () => {
        if (!isGone) setFailed(asked);
      },
    );
    return () => {
      isGone = true;
    };
  }, [asked]);
  return (
    <section>
      <h2>{words.title()}</h2>
      {waiting ? (
        <div className={styles.waiting}>
          <p>{words.waiting({ version: waiting.version })}</p>
          <Button size="small" onClick={takeWaitingVersion}>
            {words.take({ version: waiting.version })}
          </Button>
          {received?.published.version !== waiting.version ? null : isListed ? (
            <FileRows files={received.published.files} focused />
          ) : (
            <Button className={styles.quiet} variant="quiet" size="small" onClick={() => setIsListed(true)}>
              {words.list()}
            </Button>
          )}
        </div>
      ) : null}
      {failed === null ? null : (
        <>
          <p className="t-small-2" role="alert">
            {LL.error.network()}
          </p>
          <Button
            className={styles.quiet}
            variant="quiet"
            size="small"
            busy={failed !== asked}
            onClick={() => setAsked(asked + 1)}
          >
            {LL.action.retry()}
          </Button>
        </>
      )}
      {!received && failed === null ? <LoadingBloom size={44} text={LL.common.loading()} /> : null}
      {received ? <Files {...received} isWhole={isWhole} /> : null}
      {received && !isWhole ? (
        <Button className={styles.quiet} variant="quiet" size="small" onClick={() => setIsWhole(true)}>
          {words.all()} · {decimal(received.files.length, locale)}
          <Icon name="right" />
        </Button>
      ) : null}
      <h3 className={styles.own}>{words.own()}</h3>
      <Command text={`npm run build:manifest > build.json\nnuances verify ${location.origin}`} />
      <p className={styles.small}>
        <UnbrokenWords>{words.ownMore()}</UnbrokenWords> <UnbrokenWords>{words.limit()}</UnbrokenWords>
      </p>
    </section>
  );
}

/** The beginning of a hash, in groups. */
const digitsOf = ({ sha256 }: ServedFile) => `${sha256.slice(0, shownDigits).match(/.{4}/g)?.join(' ') ?? ''}…`;

function Files({ published, files, isWhole }: Received & { readonly isWhole: boolean }) {
  const words = useI18n().LL.check.build;
  const { differing, missing } = compareFiles(published.files, files);
  const names = new Set([...differing, ...missing]);
  // What differs comes first.
  const sorted = [...files].sort((a, b) => Number(names.has(servedName(b))) - Number(names.has(servedName(a))));
  const shown = isWhole ? sorted : sorted.slice(0, Math.max(firstFiles, names.size));
  const [one = ''] = names;
  return (
    <>
      <p className="t-small-2" translate="no">
        {words.version({ version: published.version, commit: published.commit?.slice(0, 8) ?? '–' })}
      </p>
      <FileRows files={shown} differing={names} focused={isWhole} />
      <p className={styles.small} role="status">
        {names.size === 0
          ? words.same()
          : names.size === 1
            ? words.differs.one({ count: 1, name: one })
            : words.differs.other({ count: names.size })}
      </p>
    </>
  );
}

interface RowsProps {
  readonly files: readonly ServedFile[];
  /** Names of those that stand out. */
  readonly differing?: ReadonlySet<string>;
  /** Takes the focus of the button that asked for it and has gone. */
  readonly focused?: boolean;
}

/** Files with their hashes, to be copied. */
function FileRows({ files, differing, focused = false }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (focused) list.current?.querySelector('button')?.focus();
  }, [focused]);
  const { LL, locale } = useI18n();
  return (
    <ul ref={list} className={styles.files} aria-label={LL.check.build.files({ count: decimal(files.length, locale) })}>
      {files
        .map((file) => ({ name: servedName(file), digits: digitsOf(file), sha256: file.sha256 }))
        .map(({ name, digits, sha256 }) => (
          <li key={name} data-differs={differing?.has(name) ? '' : undefined} translate="no">
            <span className={styles.file}>{name}</span>
            <button
              type="button"
              className={styles.hash}
              aria-label={`${LL.check.copy()} ${digits} ${name}`}
              onClick={() => void copyText(sha256, LL.check.copied())}
            >
              {digits}
            </button>
          </li>
        ))}
    </ul>
  );
}

async function hashOf(file: ServedFile): Promise<string> {
  // Without cookies: one of them names a theme, which changes a page.
  const response = await fetch(file.path, { headers: servedHeaders(file), credentials: 'omit' });
  if (!response.ok) throw new TypeError(`${file.path} was not received`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer())));
}
