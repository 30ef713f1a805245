import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Users } from "lucide-react";
import { useMemo } from "react";
import { isolated } from "#contract/isolated.ts";
import { checkInAttendee, exportAttendees, listAttendees } from "#contract/events/attendees.ts";
import { timeText } from "#contract/dates.ts";
import { apiQuery, callApi, type Input, type Output } from "#web/api.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { PanelHeading } from "#web/layout/panel-heading.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable, rowsPerPage } from "#web/ui/data-table.tsx";
import { useZone } from "#web/ui/dates.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";

type Attendee = Output<typeof listAttendees>["attendees"][number];

const shownIn = [listAttendees];
/** Another phone at the door checks people in, too. */
const askedAgainMs = 10_000;

type EventAttendeesProps = { productId: string; backLabel: string; onBack: () => void };

/** Who bought an event, and who of them has come: a press at the door notes it, another takes it back. */
export function EventAttendees({ productId, backLabel, onBack }: EventAttendeesProps) {
  const [list, setList] = useListSearch();
  const q = list.filter || undefined;
  const { data, isError, error, refetch } = useQuery({
    ...apiQuery(listAttendees, {
      params: { id: productId },
      querystring: { q, page: list.page, perPage: rowsPerPage },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: askedAgainMs,
  });
  const zone = useZone();
  const refresh = useRefresh(shownIn);
  const { mutate, isPending, variables } = useChange({
    change: (input: Input<typeof checkInAttendee>) => callApi(checkInAttendee, input),
    refresh,
    done: ({ wasSo, checkedInAt }) =>
      wasSo && checkedInAt ? `Already checked in at ${timeText(checkedInAt, zone)}` : undefined,
    failed: () => "The check-in could not be noted",
  });
  const pendingLine = isPending ? variables.params.lineId : undefined;
  const columns = useMemo(
    () =>
      attendeeColumns((attendee) => (
        <CheckIn
          attendee={attendee}
          zone={zone}
          pending={pendingLine === attendee.lineId}
          onPress={(isHere) =>
            mutate({ params: { id: productId, lineId: attendee.lineId }, body: { isHere } })
          }
        />
      )),
    [mutate, pendingLine, productId, zone],
  );
  const here = columns.at(-1);
  return (
    <>
      <PanelHeading
        title={data ? `Attendees of ${isolated(data.productTitle)}` : "Attendees"}
        backLabel={backLabel}
        onBack={onBack}
      />
      {isError ? (
        <LoadFailure
          icon={Users}
          title="The attendees could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : !data ? (
        <TableSkeleton rows={6} label="Loading attendees" />
      ) : data.total === 0 && !q ? (
        <Card>
          <EmptyState icon={Users} title="Nobody Yet" level={2}>
            Whoever buys this event appears here, to be checked in at the door.
          </EmptyState>
        </Card>
      ) : (
        <>
          <p role="status" className="mb-4 text-sm text-muted-foreground">
            {data.checkedIn.toLocaleString("en-US")} of {data.tickets.toLocaleString("en-US")} checked in
            {data.capacity !== null && `, ${data.capacity.toLocaleString("en-US")} can come`}
          </p>
          <DataTable
            label="Attendees"
            columns={columns}
            rows={data.attendees}
            rowId={({ lineId }) => lineId}
            total={data.total}
            list={list}
            onListChange={setList}
            actions={
              <LinkButton
                variant="outline"
                download
                href={`${exportAttendees.url}?productId=${encodeURIComponent(productId)}`}
              >
                <Download aria-hidden="true" /> Export CSV
              </LinkButton>
            }
            renderCard={(attendee) => (
              <div className="flex flex-wrap items-center justify-between gap-3 p-4 text-sm">
                <div className="grid min-w-0 gap-1">
                  <Who attendee={attendee} />
                  <span className="flex flex-wrap gap-x-3 text-muted-foreground">
                    <OrderLink attendee={attendee} />
                    {attendee.tickets > 1 && <span>{attendee.tickets} tickets</span>}
                  </span>
                </div>
                {here?.cell(attendee)}
              </div>
            )}
          />
        </>
      )}
    </>
  );
}

const attendeeColumns = (checkIn: DataColumn<Attendee>["cell"]): DataColumn<Attendee>[] => [
  { id: "buyer", header: "Name", cell: (attendee) => <Who attendee={attendee} />, grow: true },
  { id: "order", header: "Order", cell: (attendee) => <OrderLink attendee={attendee} /> },
  { id: "tickets", header: "Tickets", cell: ({ tickets }) => tickets },
  { id: "here", header: "Check-in", cell: checkIn, end: true },
];

function Who({ attendee: { name, email } }: { attendee: Attendee }) {
  return (
    <div className="grid min-w-0 text-sm">
      <span dir="auto" className="truncate font-medium">
        {name || email}
      </span>
      {name && <span className="truncate text-muted-foreground">{email}</span>}
    </div>
  );
}

function OrderLink({ attendee: { orderId, number } }: { attendee: Attendee }) {
  return (
    <a
      href={`/admin?tab=customers&order=${orderId}`}
      className="whitespace-nowrap underline underline-offset-4"
    >
      Order {number}
    </a>
  );
}

type CheckInProps = {
  attendee: Attendee;
  zone: string;
  pending: boolean;
  onPress: (isHere: boolean) => void;
};

function CheckIn({ attendee: { name, email, checkedInAt }, zone, pending, onPress }: CheckInProps) {
  const who = name || email;
  if (checkedInAt === null)
    return (
      <Button loading={pending} aria-label={`Check in: ${who}`} onClick={() => onPress(true)}>
        Check in
      </Button>
    );
  return (
    <span className="flex items-center gap-3 text-sm whitespace-nowrap">
      Here since {timeText(checkedInAt, zone)}
      <Button
        variant="outline"
        loading={pending}
        aria-label={`Undo check-in: ${who}`}
        onClick={() => onPress(false)}
      >
        Undo
      </Button>
    </span>
  );
}
