import { MembershipCard } from "#web/features/members/memberships/membership-card.tsx";
import type { Shelf } from "./library-query.ts";
import { LibraryCourses } from "./library-courses.tsx";
import { LibraryDeliveries } from "./library-deliveries.tsx";
import { LibraryDownloads } from "./library-downloads.tsx";
import { LibraryOrders } from "./library-orders.tsx";
import { MemberSections } from "./member-sections.tsx";
import { ShelfHeading } from "./shelf-heading.tsx";
import { shelfId } from "./shelf-links.tsx";
import type { ShelfSlots } from "./shelf-slots.ts";

/** Everything bought from one creator: first what is open, then the orders. */
export function LibraryShelf({
  shelf,
  email,
  renderDownload,
  renderPosts,
  renderReviews,
}: ShelfSlots & { shelf: Shelf; email: string }) {
  const { creator, memberships, courses, downloads, deliveries, isMember } = shelf;
  const id = shelfId(creator.handle);
  const isAnythingOpen =
    isMember || courses.length + deliveries.length > 0 || downloads.some((download) => download.isActive);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-name`}
      className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-5 border-t border-border pt-8"
    >
      <ShelfHeading id={`${id}-name`} creator={creator} />
      {!isAnythingOpen && (
        <p className="text-sm text-muted-foreground">
          Nothing from {creator.name} is open at the moment. Your orders and their receipts stay here.
        </p>
      )}
      {memberships.length > 0 && (
        <div className={`grid gap-5 ${memberships.length > 1 ? "lg:grid-cols-2" : ""}`}>
          {memberships.map((membership) => (
            <MembershipCard
              key={membership.id}
              membership={membership}
              proof={{ orderId: membership.orderId, token: undefined }}
              email={email}
              level={3}
            />
          ))}
        </div>
      )}
      {courses.length > 0 && <LibraryCourses courses={courses} />}
      {downloads.length > 0 && (
        <LibraryDownloads creator={creator} downloads={downloads} renderDownload={renderDownload} />
      )}
      {deliveries.length > 0 && <LibraryDeliveries deliveries={deliveries} />}
      {isMember && renderPosts(creator, <MemberSections creator={creator} />)}
      <LibraryOrders shelf={shelf} email={email} />
      {renderReviews(creator)}
    </section>
  );
}
