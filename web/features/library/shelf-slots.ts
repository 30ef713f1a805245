import type { ReactNode } from "react";
import type { LibraryDownload, Shelf } from "./library-query.ts";

/** What other features put in; routes compose them. */
export type ShelfSlots = {
  /** An entry of the list of downloads, an `li`; `onStarted` once a download has begun. */
  renderDownload: (download: LibraryDownload, onStarted: () => void) => ReactNode;
  /** The creator's posts for their members, or `instead` where there is none yet. */
  renderPosts: (creator: Shelf["creator"], instead: ReactNode) => ReactNode;
  /** The brief of a service, how it stands, and what was delivered. */
  renderWork: (line: { orderId: string; itemId: string }) => ReactNode;
  /** What the buyer says of what they bought from this creator. */
  renderReviews: (creator: Shelf["creator"]) => ReactNode;
};
