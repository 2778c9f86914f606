import { Button } from '@nuances/ui/button';
import { type ReactNode, useId, useState } from 'react';

interface Props {
  /** Class of the line that the button stands on. */
  readonly className: string | undefined;
  readonly buttonClass?: string | undefined;
  readonly words: { show(): string; hide(): string };
  /** What else is on the line. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** A button that shows what is below it; closed at first. */
export function Fold({ className, buttonClass, words, before, after, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className={`${className} screen-only`}>
        {before}
        <Button
          className={buttonClass}
          variant="quiet"
          size="small"
          icon={open ? 'up' : 'down'}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? words.hide() : words.show()}
        </Button>
        {after}
      </div>
      <div id={id} hidden={!open}>
        {open ? children : null}
      </div>
    </>
  );
}
