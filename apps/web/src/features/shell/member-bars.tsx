import { BottomBar } from './bottom-bar.tsx';
import { SideBar } from './side-bar.tsx';

interface Props {
  /** Whether the side bar stands beside the page on a wide screen. */
  readonly docked: boolean;
  /** The quiz keeps the foot of a phone's screen for its own buttons. */
  readonly foot: boolean;
  readonly onLogout: () => void;
}

/** The menus of a logged-in person: beside the page, and under the thumb. */
export function MemberBars({ docked, foot, onLogout }: Props) {
  return (
    <>
      {docked ? <SideBar onLogout={onLogout} /> : null}
      {foot ? <BottomBar /> : null}
    </>
  );
}
