import type { UploadedFile } from "#contract/files/files.ts";

/** A delivery as it is typed. */
export type DeliveryDraft = {
  message: string;
  files: readonly UploadedFile[];
  /** Names what stands here: pressing again after an answer that was lost is the same delivery. */
  key: string;
};

export const emptyDelivery: DeliveryDraft = { message: "", files: [], key: "" };

/** Another message or other files are another delivery. */
export const changedDelivery = (
  draft: DeliveryDraft,
  change: Partial<Pick<DeliveryDraft, "message" | "files">>,
): DeliveryDraft => ({ ...draft, ...change, key: crypto.randomUUID() });

export const isEmptyDelivery = ({ message, files }: DeliveryDraft): boolean =>
  message.trim() === "" && files.length === 0;
