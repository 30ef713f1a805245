/** What the creator of an account that is deleted hears by a mail of its own. */
export const deletionNews = ["TOMORROW", "GONE"] as const;
export type DeletionNews = (typeof deletionNews)[number];
