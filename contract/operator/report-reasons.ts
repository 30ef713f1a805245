/** Why somebody may report a store or a product. */
export const reportReasons = ["FRAUD", "COPYRIGHT", "ILLEGAL", "HARMFUL", "OTHER"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What each is called. */
export const reportReasonNames: Record<ReportReason, string> = {
  FRAUD: "It is a fraud, or is not what it says",
  COPYRIGHT: "It is somebody else's work",
  ILLEGAL: "It is against the law",
  HARMFUL: "It is hateful, or harms somebody",
  OTHER: "Something else",
};

/** Days for which the address of whoever reported something stays after it was seen to. */
export const reporterDays = 90;

/** Characters of what is said with it. */
export const mostReportWords = 1_000;
