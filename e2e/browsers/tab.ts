/** Actions of a person in a window of any browser. Elements are found by XPath; every action waits for its element. */
export interface Tab {
  readonly goTo: (url: string) => Promise<void>;
  /** Waits until an element is shown. */
  readonly see: (xpath: string) => Promise<void>;
  readonly click: (xpath: string) => Promise<void>;
  /** Types into an empty field. */
  readonly type: (xpath: string, text: string) => Promise<void>;
  /** A screenshot of the window, PNG. */
  readonly picture: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** Timeout of every wait, milliseconds. */
export const waitTimeoutMs = 20_000;
