import { createFileRoute, Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AdminPage } from "#web/features/admin/admin-page.tsx";
import { adminTabOf, missingTabOf, placeOfTab } from "#web/features/admin/admin-tabs.ts";
import { SettingsPages } from "#web/features/admin/settings-pages.tsx";
import { type SettingsView, settingsViewOf } from "#web/features/admin/settings-views.ts";
import type { ProductUploads } from "#web/features/catalog/product-uploads.ts";
import { ProductsTab } from "#web/features/catalog/products-tab.tsx";
import type { PostUploads } from "#web/features/posts/post-uploads.ts";
import { forSupport } from "#contract/team/roles.ts";
import { ForRoles } from "#web/layout/for-roles.tsx";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";
import { loadable } from "#web/ui/loadable.tsx";
import {
  BookDifferences,
  DataSettings,
  NotificationSettings,
  PaymentSettings,
  PlanPage,
  PostalAddressForm,
  QuickActions,
  RefundPolicyForm,
  SecuritySettings,
  ShippingRates,
  TeamSettings,
  TimeZoneForm,
  settingsParts,
} from "./-settings-parts.tsx";

// The other tabs load when they are opened.
const OffersTab = loadable(async () => (await import("#web/features/offers/offers-tab.tsx")).OffersTab);
const CouponsTab = loadable(async () => (await import("#web/features/coupons/coupons-tab.tsx")).CouponsTab);
const CustomersTab = loadable(
  async () => (await import("#web/features/orders/customers-tab.tsx")).CustomersTab,
);
const CreatorReviews = loadable(
  async () => (await import("#web/features/reviews/creator-reviews.tsx")).CreatorReviews,
);
const ReviewsLabel = loadable(
  async () => (await import("#web/features/reviews/reviews-label.tsx")).ReviewsLabel,
);
const Submissions = loadable(
  async () => (await import("#web/features/course-editor/assignment/submissions.tsx")).Submissions,
);
const SubmissionsLabel = loadable(
  async () => (await import("#web/features/course-editor/assignment/submissions-label.tsx")).SubmissionsLabel,
);
const Subscribers = loadable(
  async () => (await import("#web/features/mailing-list/subscribers.tsx")).Subscribers,
);
const AffiliatesTab = loadable(
  async () => (await import("#web/features/affiliates/affiliates-tab.tsx")).AffiliatesTab,
);
const CartsTab = loadable(async () => (await import("#web/features/carts/carts-tab.tsx")).CartsTab);
const DeliveryNotice = loadable(
  async () => (await import("#web/features/mail-delivery/delivery-notice.tsx")).DeliveryNotice,
);
const MailingsTab = loadable(
  async () => (await import("#web/features/mailings/mailings-tab.tsx")).MailingsTab,
);
const AnalyticsTab = loadable(
  async () => (await import("#web/features/analytics/analytics-tab.tsx")).AnalyticsTab,
);

const ProductPosts = loadable(
  async () => (await import("#web/features/posts/product-posts.tsx")).ProductPosts,
);
const ProductDownloads = loadable(
  async () => (await import("#web/features/downloads/product-downloads.tsx")).ProductDownloads,
);
const EventAttendees = loadable(
  async () => (await import("#web/features/events/event-attendees.tsx")).EventAttendees,
);
const SessionsPanel = loadable(
  async () => (await import("#web/features/bookings/sessions-panel.tsx")).SessionsPanel,
);
const ToDeliver = loadable(async () => (await import("#web/features/work-orders/to-deliver.tsx")).ToDeliver);
const ToDeliverLabel = loadable(
  async () => (await import("#web/features/work-orders/to-deliver-label.tsx")).ToDeliverLabel,
);

// They load with the dialog that shows them.
const uploads: ProductUploads = {
  CoverUpload: loadable(async () => (await import("#web/features/files/image-upload.tsx")).CoverUpload),
  FileUpload: loadable(async () => (await import("#web/features/files/file-upload.tsx")).FileUpload),
};

const postUploads: PostUploads = {
  ImageUpload: loadable(async () => (await import("#web/features/files/image-upload.tsx")).PostImageUpload),
  FileUpload: uploads.FileUpload,
};

/** What a tab shows first. */
const tabParts = {
  products: () => [],
  offers: () => [OffersTab],
  coupons: () => [CouponsTab],
  customers: () => [CustomersTab],
  affiliates: () => [AffiliatesTab],
  "abandoned-carts": () => [DeliveryNotice, CartsTab],
  mailings: () => [DeliveryNotice, MailingsTab],
  analytics: () => [AnalyticsTab],
  settings: (view: unknown) => settingsParts[settingsViewOf(view, true, "OWNER")],
};

const validateSearch = searchTexts(
  "tab",
  "view",
  "filter",
  "sort",
  "page",
  "product",
  "posts",
  "post",
  "downloads",
  "attendees",
  "order",
  "account",
  "returnTo",
  "mailing",
  "automatic",
);

export const Route = createFileRoute("/admin")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch,
  head: () => ({ meta: [{ title: "Admin Dashboard | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Admin,
});

function Admin() {
  const { tab: askedTab, view, account, returnTo, posts, downloads, attendees, order } = Route.useSearch();
  const tab = adminTabOf(askedTab);
  // They come while it is asked who is signed in.
  useEffect(() => tabParts[tab](view).forEach(({ preload }) => preload()), [tab, view]);
  const navigate = Route.useNavigate();
  const [isPaymentWanted, setPaymentWanted] = useState(false);
  const showSettings = (to: SettingsView) =>
    void navigate({ search: { tab: "settings", ...(to !== "store" && { view: to }) }, replace: true });
  const toProducts = () => void navigate({ search: { tab } });
  // From a product they lead back to all of them, from an order to that one.
  const ofBuyers = {
    backLabel: order ? "The order" : tab === "customers" ? "All orders" : "All products",
    onBack: () => void navigate({ search: { tab, ...(order && { order }) } }),
  };
  const buyersOf = downloads ? (
    <ProductDownloads key={downloads} productId={downloads} {...ofBuyers} />
  ) : attendees ? (
    <EventAttendees key={attendees} productId={attendees} {...ofBuyers} />
  ) : undefined;
  // What has a page of its own, or is part of another tab.
  const place = placeOfTab(askedTab);
  if (place) return <Navigate to={place} replace />;
  return (
    <SignedInPage>
      {(user) => (
        <AdminPage
          handle={user.handle}
          role={user.role}
          tab={tab}
          missingTab={missingTabOf(askedTab)}
          // A list's filter and order belong to the tab they were chosen in.
          onTabChange={(next) => void navigate({ search: { tab: next } })}
          panels={{
            products: posts ? (
              <ProductPosts key={posts} productId={posts} uploads={postUploads} onBack={toProducts} />
            ) : buyersOf ? (
              <ForRoles role={user.role} roles={forSupport}>
                {buyersOf}
              </ForRoles>
            ) : (
              <ProductsTab uploads={uploads} />
            ),
            offers: <OffersTab />,
            coupons: <CouponsTab />,
            customers: buyersOf ? (
              <ForRoles role={user.role} roles={forSupport}>
                {buyersOf}
              </ForRoles>
            ) : (
              <CustomersTab
                reviews={<CreatorReviews />}
                reviewsLabel={<ReviewsLabel />}
                assignments={<Submissions />}
                assignmentsLabel={<SubmissionsLabel />}
                sessions={<SessionsPanel />}
                services={<ToDeliver FileUpload={uploads.FileUpload} />}
                servicesLabel={<ToDeliverLabel />}
                subscribers={<Subscribers handle={user.handle} />}
              />
            ),
            affiliates: <AffiliatesTab />,
            "abandoned-carts": (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                <DeliveryNotice />
                <CartsTab postalAddress={user.postalAddress === null && <PostalAddressForm user={user} />} />
              </div>
            ),
            mailings: (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                <DeliveryNotice />
                <MailingsTab
                  postalAddress={user.postalAddress === null && <PostalAddressForm user={user} />}
                />
              </div>
            ),
            analytics: <AnalyticsTab />,
            settings: (
              <SettingsPages
                // Who comes from the provider's page sees what became of it.
                view={account ? "payouts" : settingsViewOf(view, user.plan !== null, user.role)}
                hasPlans={user.plan !== null}
                role={user.role}
                onViewChange={(to) => {
                  setPaymentWanted(false);
                  showSettings(to);
                }}
                pages={{
                  store: (
                    <>
                      {user.role === "OWNER" && (
                        <>
                          <QuickActions
                            handle={user.handle}
                            onShowPayments={() => {
                              setPaymentWanted(true);
                              showSettings("payouts");
                            }}
                          />
                          <RefundPolicyForm user={user} />
                          <TimeZoneForm user={user} />
                        </>
                      )}
                      <PostalAddressForm user={user} />
                    </>
                  ),
                  payouts: (
                    <>
                      <BookDifferences />
                      <PaymentSettings
                        isWanted={isPaymentWanted}
                        providerReturn={account === "returned" || account === "again" ? account : undefined}
                        onReturnHandled={() => showSettings("payouts")}
                      />
                    </>
                  ),
                  plan: <PlanPage returnTo={returnTo} />,
                  shipping: <ShippingRates />,
                  notifications: <NotificationSettings isOwner={user.role === "OWNER"} />,
                  security: <SecuritySettings user={user} />,
                  data: <DataSettings user={user} />,
                  team: <TeamSettings />,
                }}
              />
            ),
          }}
        />
      )}
    </SignedInPage>
  );
}
