import { countText, pluralForm } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { Menu } from '@nuances/ui/menu';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useState } from 'react';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { refreshTags, removeTag, replaceTag, useTags, eraseTag } from '../../note-store/scan-tags.ts';
import { OtherTag } from './other-tag.tsx';
import styles from './own-tags.module.css';
import { Section } from '../../components/section.tsx';
import { trpc } from '../../api/queries.tsx';
import { offerReceipt } from '../../i18n/erasure-receipt.ts';
import { ExportButton } from '../../components/export-button.tsx';

interface Asked {
  readonly what: 'rename' | 'merge' | 'remove' | 'erase';
  readonly tag: string;
}

/** Does it, or says that the device has no key to seal words with. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    showToast({ kind: 'error', text: currentI18n().LL.error.noteKeyMissing() });
  }
}

/** The person's tags: each can be renamed, merged with another one, or removed from the list. Nothing without words. */
export function OwnTags() {
  const { LL, locale } = useI18n();
  const { own } = useTags();
  const [asked, setAsked] = useState<Asked | null>(null);
  // What is asked about stays while its dialog closes.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  useEffect(() => void refreshTags(), []);
  if (own.length === 0) return null;

  const close = () => setAsked(null);
  const others = own.map(({ tag }) => tag).filter((tag) => tag !== last?.tag);
  return (
    <Section title={LL.tags.manage()} caption={LL.tags.lock()}>
      <ul className={styles.list}>
        {own.map(({ tag, count }) => (
          <li key={tag} className={styles.row}>
            <span className={styles.tag} dir="auto">
              {tag}
            </span>
            <span className="t-small-2">{countText(LL.tags.uses, locale, count)}</span>
            <Menu
              label={LL.tags.menu({ tag })}
              items={[
                {
                  id: 'rename',
                  label: LL.tags.rename(),
                  icon: 'edit',
                  onSelect: () => setAsked({ what: 'rename', tag }),
                },
                ...(own.length > 1
                  ? [
                      {
                        id: 'merge',
                        label: LL.tags.merge(),
                        icon: 'link' as const,
                        onSelect: () => setAsked({ what: 'merge', tag }),
                      },
                    ]
                  : []),
                {
                  id: 'remove',
                  label: LL.tags.remove(),
                  icon: 'close',
                  onSelect: () => setAsked({ what: 'remove', tag }),
                },
                {
                  id: 'erase',
                  label: LL.tags.erase(),
                  icon: 'trash',
                  onSelect: () => setAsked({ what: 'erase', tag }),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {last && (last.what === 'rename' || last.what === 'merge') ? (
        <OtherTag
          key={`${last.what} ${last.tag}`}
          open={asked !== null && asked.what === last.what}
          title={last.what === 'rename' ? LL.tags.rename() : LL.tags.merge()}
          tag={last.tag}
          others={last.what === 'merge' ? others : null}
          onClose={close}
          onChoose={(to) => {
            close();
            void attempt(() => replaceTag(last.tag, to));
          }}
        />
      ) : null}
      {last?.what === 'remove' ? (
        <ConfirmDialog
          open={asked?.what === 'remove'}
          title={LL.tags.remove()}
          text={`${last.tag} · ${LL.tags.removeText()}`}
          confirmLabel={LL.tags.remove()}
          keepLabel={LL.action.cancel()}
          danger={false}
          onConfirm={() => {
            close();
            void attempt(() => removeTag(last.tag));
          }}
          onClose={close}
        />
      ) : null}
      {last?.what === 'erase' ? (
        <EraseTag
          tag={last.tag}
          open={asked?.what === 'erase'}
          // None is left once it is erased, while the dialog closes.
          count={own.find(({ tag }) => tag === last.tag)?.count ?? 0}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}

interface Props {
  readonly tag: string;
  readonly open: boolean;
  /** Scans that have it. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Asks before a tag is removed from every scan. */
function EraseTag({ tag, open, count, onClose }: Props) {
  const { LL, locale } = useI18n();
  const profile = trpc.profile.get.useQuery();
  const erase = async () => {
    await attempt(async () => {
      const erased = await eraseTag(tag);
      if (erased === null) return;
      const { LL: texts, locale: now } = currentI18n();
      const what = texts.profile.config.part.doneTag[pluralForm(now, erased)]({ tag, count: erased });
      // Without a name only where the profile could not be read; the words are erased.
      offerReceipt(what, { what, username: profile.data?.username ?? '', at: new Date() });
    });
  };
  return (
    <ConfirmDialog
      open={open}
      title={LL.tags.erase()}
      text={`${tag} · ${countText(LL.tags.eraseText, locale, count)}`}
      confirmLabel={LL.profile.config.part.confirm()}
      keepLabel={LL.action.cancel()}
      other={<ExportButton variant="quiet">{LL.profile.config.export.title()}</ExportButton>}
      onConfirm={() => {
        onClose();
        void erase();
      }}
      onClose={onClose}
    />
  );
}
