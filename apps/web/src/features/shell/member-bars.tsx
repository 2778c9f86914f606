import { BottomBar } from './bottom-bar.tsx';
import { SideBar } from './side-bar.tsx';

interface Props {
  /** Whether the side bar is shown on a wide screen. */
  readonly docked: boolean;
  /** Whether the bottom bar is shown; the quiz needs its place for its own buttons. */
  readonly foot: boolean;
  /** Whether the side bar shows the size of the outbox; Today shows it on the page. */
  readonly waiting: boolean;
  readonly onLogout: () => void;
}

/** The menus of a logged-in person: side bar and bottom bar. */
export function MemberBars({ docked, foot, waiting, onLogout }: Props) {
  return (
    <>
      {docked ? <SideBar waiting={waiting} onLogout={onLogout} /> : null}
      {foot ? <BottomBar /> : null}
    </>
  );
}
