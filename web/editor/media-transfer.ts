/** What stands in the text once a file has arrived. */
export type SentMedia = { type: "picture" | "videoFile"; attrs: Record<string, unknown> };

/** A file on its way. `done` fails with `ApiError` where the server refused it, with any other error where it broke off. */
export type MediaTransfer = {
  done: Promise<SentMedia>;
  /** Ends it for good. */
  cancel: () => void;
  /** Ends it so that a large file can go on later. */
  pause: () => void;
};
