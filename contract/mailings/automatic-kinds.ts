/**
 * WELCOME: an address confirmed that it wants mails. AFTER_PURCHASE: something was bought. NEW_POST: members can read a post.
 * COURSE_REMINDER: somebody who began a course has stopped.
 */
export const automaticMailKinds = ["WELCOME", "AFTER_PURCHASE", "NEW_POST", "COURSE_REMINDER"] as const;
export type AutomaticMailKind = (typeof automaticMailKinds)[number];

/** `products`: of which there may be one for each. `leadsAnywhere`: its creator chooses where `{link}` goes, and a coupon. */
type KindRules = { products: "NONE" | "ALL" | "COURSES"; leadsAnywhere: boolean; fewestDays: number };

export const automaticKinds: Record<AutomaticMailKind, KindRules> = {
  WELCOME: { products: "NONE", leadsAnywhere: true, fewestDays: 0 },
  AFTER_PURCHASE: { products: "ALL", leadsAnywhere: true, fewestDays: 0 },
  NEW_POST: { products: "NONE", leadsAnywhere: false, fewestDays: 0 },
  COURSE_REMINDER: { products: "COURSES", leadsAnywhere: false, fewestDays: 1 },
};

export const mostDays = 365;
