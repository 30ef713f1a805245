import { createFileRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { AdminPage } from "#web/features/admin/admin-page.tsx";
import { adminTabOf } from "#web/features/admin/admin-tabs.ts";
import type { ProductUploads } from "#web/features/catalog/product-uploads.ts";
import { ProductsTab } from "#web/features/catalog/products-tab.tsx";
import type { PostUploads } from "#web/features/members/posts/post-uploads.ts";
import { SignedInPage } from "#web/layout/signed-in-page.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

// The other tabs load when they are opened.
const OffersTab = lazy(async () => ({
  default: (await import("#web/features/offers/offers-tab.tsx")).OffersTab,
}));
const CouponsTab = lazy(async () => ({
  default: (await import("#web/features/coupons/coupons-tab.tsx")).CouponsTab,
}));
const CustomersTab = lazy(async () => ({
  default: (await import("#web/features/orders/customers-tab.tsx")).CustomersTab,
}));
const CreatorReviews = lazy(async () => ({
  default: (await import("#web/features/reviews/creator-reviews.tsx")).CreatorReviews,
}));
const ReviewsLabel = lazy(async () => ({
  default: (await import("#web/features/reviews/reviews-label.tsx")).ReviewsLabel,
}));
const AffiliatesTab = lazy(async () => ({
  default: (await import("#web/features/affiliates/affiliates-tab.tsx")).AffiliatesTab,
}));
const SettingsTab = lazy(async () => ({
  default: (await import("#web/features/payouts/settings-tab.tsx")).SettingsTab,
}));

const ProductPosts = lazy(async () => ({
  default: (await import("#web/features/members/posts/product-posts.tsx")).ProductPosts,
}));
const ProductDownloads = lazy(async () => ({
  default: (await import("#web/features/downloads/product-downloads.tsx")).ProductDownloads,
}));
const BookDifferences = lazy(async () => ({
  default: (await import("#web/features/ledger/book-differences.tsx")).BookDifferences,
}));

// They load with the dialog that shows them.
const uploads: ProductUploads = {
  CoverUpload: lazy(async () => ({
    default: (await import("#web/features/files/image-upload.tsx")).CoverUpload,
  })),
  FileUpload: lazy(async () => ({
    default: (await import("#web/features/files/file-upload.tsx")).FileUpload,
  })),
};

const postUploads: PostUploads = {
  ImageUpload: lazy(async () => ({
    default: (await import("#web/features/files/image-upload.tsx")).PostImageUpload,
  })),
  FileUpload: uploads.FileUpload,
};

export const Route = createFileRoute("/admin")({
  ssr: false,
  staticData: { page: "client" },
  validateSearch: searchTexts(
    "tab",
    "filter",
    "sort",
    "page",
    "product",
    "posts",
    "post",
    "downloads",
    "account",
  ),
  head: () => ({ meta: [{ title: "Admin Dashboard | Openstall" }, { name: "robots", content: "noindex" }] }),
  component: Admin,
});

function Admin() {
  const { tab: askedTab, account, posts, downloads } = Route.useSearch();
  const tab = adminTabOf(askedTab);
  const navigate = Route.useNavigate();
  const toProducts = () => void navigate({ search: { tab } });
  return (
    <SignedInPage>
      {({ handle }) => (
        <AdminPage
          handle={handle}
          tab={tab}
          // A list's filter and order belong to the tab they were chosen in.
          onTabChange={(next) => void navigate({ search: { tab: next } })}
          panels={{
            products: posts ? (
              <ProductPosts key={posts} productId={posts} uploads={postUploads} onBack={toProducts} />
            ) : downloads ? (
              <ProductDownloads key={downloads} productId={downloads} onBack={toProducts} />
            ) : (
              <ProductsTab uploads={uploads} />
            ),
            offers: <OffersTab />,
            coupons: <CouponsTab />,
            customers: <CustomersTab reviews={<CreatorReviews />} reviewsLabel={<ReviewsLabel />} />,
            affiliates: <AffiliatesTab />,
            settings: (
              <>
                <BookDifferences />
                <SettingsTab
                  handle={handle}
                  providerReturn={account === "returned" || account === "again" ? account : undefined}
                  onReturnHandled={() => void navigate({ search: { tab: "settings" }, replace: true })}
                />
              </>
            ),
          }}
        />
      )}
    </SignedInPage>
  );
}
