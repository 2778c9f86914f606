import { BottomBar } from './bottom-bar.tsx';
import { SideBar } from './side-bar.tsx';

interface Props {
  /** Whether the side bar stands beside the page on a wide screen. */
  readonly docked: boolean;
  /** The quiz keeps the foot of a phone's screen for its own buttons. */
  readonly foot: boolean;
  /** Whether the side bar says what waits to be sent; Today says it on the page. */
  readonly waiting: boolean;
  readonly onLogout: () => void;
}

/** The menus of a logged-in person: beside the page, and under the thumb. */
export function MemberBars({ docked, foot, waiting, onLogout }: Props) {
  return (
    <>
      {docked ? <SideBar waiting={waiting} onLogout={onLogout} /> : null}
      {foot ? <BottomBar /> : null}
    </>
  );
}
