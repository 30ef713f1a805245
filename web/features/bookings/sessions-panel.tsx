import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useMemo, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import {
  cancelBooking,
  listBookings,
  listTimesForBooking,
  moveBooking,
} from "#contract/bookings/bookings.ts";
import { hourText, weekdayText } from "#contract/dates.ts";
import { apiQuery, callApi, type Input, type Output } from "#web/api.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { useNow } from "#web/layout/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { type DataColumn, DataTable, rowsPerPage } from "#web/ui/data-table.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { TimeDialog } from "./time-dialog.tsx";

type Booking = Output<typeof listBookings>["bookings"][number];
type When = "COMING" | "PAST";

const shownIn = [listBookings];

/** The creator's sessions: those to come, or those that are over, with who comes and what can be done about it. */
export function SessionsPanel() {
  const [list, setList] = useListSearch();
  const [when, setWhen] = useState<When>("COMING");
  const [moving, setMoving] = useState<Booking>();
  const [cancelling, setCancelling] = useState<Booking>();
  const zone = useZone();
  const q = list.filter || undefined;
  const { data, isError, error, refetch } = useQuery({
    ...apiQuery(listBookings, { querystring: { when, q, page: list.page, perPage: rowsPerPage } }),
    placeholderData: keepPreviousData,
  });
  const refresh = useRefresh(shownIn);
  const move = useChange({
    change: (input: Input<typeof moveBooking>) => callApi(moveBooking, input),
    refresh: async () => {
      await refresh();
      setMoving(undefined);
    },
    done: () => "The session has moved, and its buyer is told",
    failed: () => "The session could not be moved",
  });
  const cancel = useChange({
    change: (input: Input<typeof cancelBooking>) => callApi(cancelBooking, input),
    refresh: async () => {
      await refresh();
      setCancelling(undefined);
    },
    done: () => "The session is cancelled, and its buyer is told",
    failed: () => "The session could not be cancelled",
  });
  const columns = useMemo(
    () => bookingColumns(zone, when === "COMING" ? { move: setMoving, cancel: setCancelling } : undefined),
    [zone, when],
  );
  if (isError)
    return (
      <LoadFailure
        icon={CalendarClock}
        title="Your sessions could not be loaded"
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!data) return <TableSkeleton rows={6} label="Loading sessions" />;
  const choice = (
    <div role="group" aria-label="Which sessions" className="flex gap-2">
      {(["COMING", "PAST"] as const).map((value) => (
        <Button
          key={value}
          variant={value === when ? "primary" : "outline"}
          aria-pressed={value === when}
          onClick={() => {
            setWhen(value);
            setList({ page: 1 });
          }}
        >
          {value === "COMING" ? "Coming up" : "Past"}
        </Button>
      ))}
    </div>
  );
  return (
    <>
      {data.total === 0 && !q ? (
        <Card>
          <div className="px-5 pt-5 sm:px-6">{choice}</div>
          <EmptyState
            icon={CalendarClock}
            title={when === "COMING" ? "No Sessions Coming Up" : "No Past Sessions"}
            level={2}
          >
            {when === "COMING"
              ? "Sessions whose times you offer here appear as soon as they are bought."
              : "Sessions that took place are listed here."}
          </EmptyState>
        </Card>
      ) : (
        <DataTable
          label="Sessions"
          columns={columns}
          rows={data.bookings}
          rowId={({ id }) => id}
          total={data.total}
          list={list}
          onListChange={setList}
          actions={choice}
          renderCard={(booking) => (
            <div className="grid grid-cols-1 gap-3 p-4 text-sm">
              {columns.map(({ id, cell }) => (
                <div key={id} className="min-w-0 empty:hidden">
                  {cell(booking)}
                </div>
              ))}
            </div>
          )}
        />
      )}
      {moving && (
        <TimeDialog
          title="Move this session"
          description={`${isolated(moving.name || moving.email)} gets an email.`}
          confirmLabel="Move session"
          seller="you"
          startsAt={moving.startsAt}
          busy={move.isPending}
          listKey={[listTimesForBooking.url, moving.id]}
          load={(from, signal) =>
            callApi(listTimesForBooking, { params: { id: moving.id }, querystring: { from } }, { signal })
          }
          onClose={() => setMoving(undefined)}
          onChoose={(startsAt) => move.mutate({ params: { id: moving.id }, body: { startsAt } })}
        />
      )}
      <ConfirmDialog
        open={cancelling !== undefined}
        onOpenChange={(open) => !open && setCancelling(undefined)}
        title="Cancel this session?"
        description={`${isolated(cancelling?.name || cancelling?.email || "")} gets an email and can choose another time. You keep the payment until you refund it on the order's page.`}
        confirmLabel="Cancel session"
        cancelLabel="Keep it"
        destructive
        pending={cancel.isPending}
        onConfirm={() => cancelling && cancel.mutate({ params: { id: cancelling.id } })}
      />
    </>
  );
}

type Actions = { move: (booking: Booking) => void; cancel: (booking: Booking) => void };

const bookingColumns = (zone: string, actions: Actions | undefined): DataColumn<Booking>[] => [
  {
    id: "when",
    header: "When",
    cell: ({ startsAt, endsAt, isCancelled }) => (
      <span className="grid justify-items-start gap-1 font-medium">
        <time dateTime={startsAt} className="grid whitespace-nowrap">
          <span>{weekdayText(startsAt, zone)}</span>
          <span className="font-normal">
            {hourText(startsAt, zone)} – {hourText(endsAt, zone)}
          </span>
        </time>
        {isCancelled && <Badge>Cancelled</Badge>}
      </span>
    ),
  },
  {
    id: "buyer",
    header: "With",
    grow: true,
    cell: ({ name, email, productTitle, orderId, number }) => (
      <div className="grid min-w-0 text-sm">
        <span dir="auto" className="truncate font-medium">
          {name || email}
        </span>
        {name && <span className="truncate text-muted-foreground">{email}</span>}
        <span className="truncate text-muted-foreground">
          <bdi>{productTitle}</bdi>,{" "}
          <a href={`/admin?tab=customers&order=${orderId}`} className="underline underline-offset-4">
            Order {number}
          </a>
        </span>
      </div>
    ),
  },
  ...(actions
    ? [
        {
          id: "actions",
          header: "Actions",
          end: true,
          cell: (booking: Booking) => <BookingActions booking={booking} actions={actions} />,
        },
      ]
    : []),
];

function BookingActions({ booking, actions }: { booking: Booking; actions: Actions }) {
  const now = useNow().getTime();
  const { isCancelled, canMove, name, email, startsAt } = booking;
  if (isCancelled || Date.parse(startsAt) <= now) return null;
  const who = name || email;
  return (
    <span className="flex gap-2">
      {canMove && (
        <Button variant="outline" size="sm" aria-label={`Move: ${who}`} onClick={() => actions.move(booking)}>
          Move
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        aria-label={`Cancel: ${who}`}
        onClick={() => actions.cancel(booking)}
      >
        Cancel
      </Button>
    </span>
  );
}
