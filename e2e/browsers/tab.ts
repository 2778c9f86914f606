/** What a person does in a window of any browser. Elements are named by XPath; everything waits until it is there. */
export interface Tab {
  readonly goTo: (url: string) => Promise<void>;
  /** Waits until an element is shown. */
  readonly see: (xpath: string) => Promise<void>;
  readonly click: (xpath: string) => Promise<void>;
  /** Types into an empty field. */
  readonly type: (xpath: string, text: string) => Promise<void>;
  /** A picture of the window, PNG. */
  readonly picture: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** Longest wait for anything, milliseconds. */
export const patienceMs = 20_000;
