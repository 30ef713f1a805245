import { kindOfThing } from "#contract/catalog/product-kind.ts";
import { accentClass, PartColors } from "#web/layout/creator-colors.tsx";
import { MembershipCard } from "#web/features/memberships/membership-card.tsx";
import type { LibraryDelivery, Shelf } from "./library-query.ts";
import { LibraryCourses } from "./library-courses.tsx";
import { LibraryDownloads } from "./library-downloads.tsx";
import { MemberSections } from "./member-sections.tsx";
import { shelfId } from "./shelf-links.tsx";
import type { ShelfSlots } from "./shelf-slots.ts";
import { useNow } from "#web/layout/use-now.ts";
import { AddToCalendar } from "#web/ui/add-to-calendar.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Card } from "#web/ui/card.tsx";
import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { EventDate } from "#web/ui/event-date.tsx";
import { beginsSoon, JoinEvent } from "#web/ui/join-event.tsx";
import { OrderRow } from "./order-row.tsx";
import { useShelfOrders } from "./use-shelf-orders.ts";

/** Everything bought from one creator: first what is open, then the orders. */
export function LibraryShelf({
  shelf,
  email,
  renderDownload,
  renderPosts,
  renderWork,
  renderReviews,
}: ShelfSlots & { shelf: Shelf; email: string | null }) {
  const { creator, memberships, courses, downloads, deliveries, isMember } = shelf;
  const id = shelfId(creator.handle);
  const isAnythingOpen =
    isMember || courses.length + deliveries.length > 0 || downloads.some((download) => download.isActive);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-name`}
      className={classNames(
        "grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-5 border-t border-border pt-8",
        accentClass(creator.accent),
      )}
    >
      <PartColors accent={creator.accent} />
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
      {courses.length > 0 && <LibraryCourses store={creator.handle} courses={courses} />}
      {downloads.length > 0 && (
        <LibraryDownloads creator={creator} downloads={downloads} renderDownload={renderDownload} />
      )}
      {deliveries.length > 0 && <LibraryDeliveries deliveries={deliveries} renderWork={renderWork} />}
      {isMember && renderPosts(creator, <MemberSections creator={creator} />)}
      <LibraryOrders shelf={shelf} email={email} />
      {email !== null && renderReviews(creator)}
    </section>
  );
}

/** How to get what is no file and no course: when and where, and the seller's words. */
function LibraryDeliveries({
  deliveries,
  renderWork,
}: Pick<ShelfSlots, "renderWork"> & { deliveries: readonly LibraryDelivery[] }) {
  const now = useNow();
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-base font-semibold">Your Events, Bookings and Services</h3>
      <ul className="mt-2 divide-y divide-border">
        {deliveries.map(({ productId, title, type, note, event, calendar, work }) => (
          <li key={productId} className="grid justify-items-start gap-1 py-4 text-sm wrap-anywhere">
            <p className="font-medium">{title}</p>
            <p className="text-muted-foreground">
              {kindOfThing({ type, fileType: null, fileName: null, fileSize: null })}
            </p>
            {event && <EventDate event={event} className="mt-1" />}
            {event?.isCancelled && <p className="font-medium text-destructive">Cancelled</p>}
            {note && <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{note}</p>}
            {work.map((line) => (
              <div key={line.itemId} className="mt-2 w-full">
                {renderWork(line)}
              </div>
            ))}
            {(event?.eventLink || calendar) && (
              <div className="mt-2 flex w-full flex-wrap gap-2">
                {event?.eventLink && (
                  <JoinEvent
                    link={event.eventLink}
                    title={title}
                    what={type === "EVENT" ? "event" : "session"}
                    isMain={beginsSoon(event, now)}
                  />
                )}
                {calendar && (
                  <AddToCalendar
                    {...calendar}
                    title={title}
                    isMain={!event?.eventLink || !beginsSoon(event, now)}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The orders with one creator, the newest first: a few, and more when they are asked for. */
function LibraryOrders({ shelf, email }: { shelf: Shelf; email: string | null }) {
  const { orders, hasMore, isLoading, showMore, firstNew } = useShelfOrders(shelf);
  const list = useRef<HTMLUListElement>(null);

  // The button moves away from under the finger: reading goes on with the first order that came.
  useEffect(() => {
    if (firstNew > 0) list.current?.children[firstNew]?.querySelector("a")?.focus();
  }, [firstNew]);

  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-base font-semibold">Your Orders</h3>
      <ul ref={list} className="mt-2 divide-y divide-border">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} email={email} />
        ))}
      </ul>
      {hasMore && (
        <Button variant="ghost" onClick={showMore} loading={isLoading} className="mt-2">
          Show more orders
        </Button>
      )}
    </Card>
  );
}

/** Whose shelf it is, with their picture and the way to their store. */
function ShelfHeading({ id, creator }: { id: string; creator: Shelf["creator"] }) {
  const { handle, name, avatar } = creator;
  return (
    <div className="flex items-center gap-3">
      {avatar ? (
        <picture className="shrink-0">
          <source type="image/avif" srcSet={avatar.avif} sizes="44px" />
          <source type="image/webp" srcSet={avatar.webp} sizes="44px" />
          <img src={avatar.src} alt="" width={44} height={44} className="size-11 rounded-full object-cover" />
        </picture>
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-lg font-semibold text-brand-soft-foreground"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <h2 id={id} className="min-w-0 grow text-xl leading-snug font-semibold tracking-tight wrap-anywhere">
        {name}
      </h2>
      <a
        href={`/u/${handle}`}
        aria-label={`Visit store of ${name}`}
        className="inline-flex h-11 shrink-0 items-center rounded-lg text-sm font-medium underline underline-offset-4"
      >
        Visit store
      </a>
    </div>
  );
}
