import { loadable, Nothing } from "#web/ui/loadable.tsx";

export const ExpressPayment = loadable(
  async () => (await import("./express-payment.tsx")).ExpressPayment,
  Nothing,
  "express-payment",
);
export const EmailTypo = loadable(
  async () => (await import("#web/layout/email-typo/email-typo.tsx")).EmailTypo,
  Nothing,
);
export const AlreadyPurchased = loadable(
  async () => (await import("./already-purchased.tsx")).AlreadyPurchased,
);
// Most of what is sold is not shipped.
export const ShippingFields = loadable(
  async () => (await import("./shipping-fields.tsx")).ShippingFields,
  undefined,
  "shipping-fields",
);
/** Few products are sessions. */
export const SessionTime = loadable(
  async () => (await import("./session-time.tsx")).SessionTime,
  undefined,
  "session-time",
);
// Only plans have one.
export const EndingTrial = loadable(
  async () => (await import("./ending-trial.tsx")).EndingTrial,
  undefined,
  "ending-trial",
);
// Few products are bundles.
export const BundleParts = loadable(
  async () => (await import("./bundle-parts.tsx")).BundleParts,
  undefined,
  "bundle-parts",
);
// Most buyers come without an email's link.
export const DraftChanges = loadable(
  async () => (await import("./draft-changes.tsx")).DraftChanges,
  Nothing,
  "draft-changes",
);
