import { loadable } from "#web/ui/loadable.tsx";

// Each loads with the page of the settings that shows it.
export const SecuritySettings = loadable(
  async () => (await import("#web/features/accounts/security-settings.tsx")).SecuritySettings,
);
export const RefundPolicyForm = loadable(
  async () => (await import("#web/features/accounts/refund-policy-form.tsx")).RefundPolicyForm,
);
export const TimeZoneForm = loadable(
  async () => (await import("#web/features/accounts/time-zone-form.tsx")).TimeZoneForm,
);
export const PostalAddressForm = loadable(
  async () => (await import("#web/features/accounts/postal-address-form.tsx")).PostalAddressForm,
);
export const ShippingRates = loadable(
  async () => (await import("#web/features/shipping/shipping-rates.tsx")).ShippingRates,
);
export const NotificationSettings = loadable(
  async () => (await import("#web/features/notifications/notification-settings.tsx")).NotificationSettings,
);
export const QuickActions = loadable(
  async () => (await import("#web/features/admin/quick-actions.tsx")).QuickActions,
);
export const DataSettings = loadable(
  async () => (await import("#web/features/leaving/data-settings.tsx")).DataSettings,
);
export const PaymentSettings = loadable(
  async () => (await import("#web/features/payouts/payment-settings.tsx")).PaymentSettings,
);
export const PlanPage = loadable(async () => (await import("#web/features/plans/plan-page.tsx")).PlanPage);
export const TeamSettings = loadable(
  async () => (await import("#web/features/team/team-settings.tsx")).TeamSettings,
);
export const BookDifferences = loadable(
  async () => (await import("#web/features/ledger/book-differences.tsx")).BookDifferences,
);

/** What each page of the settings is made of. */
export const settingsParts = {
  store: [QuickActions, RefundPolicyForm, TimeZoneForm, PostalAddressForm],
  plan: [PlanPage],
  payouts: [BookDifferences, PaymentSettings],
  shipping: [ShippingRates],
  notifications: [NotificationSettings],
  security: [SecuritySettings],
  data: [DataSettings],
  team: [TeamSettings],
};
