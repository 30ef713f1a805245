import { useQuery } from "@tanstack/react-query";
import { BarChart3 } from "lucide-react";
import { useState } from "react";
import { getMailingReport } from "#contract/mailings/mailing-report.ts";
import { getMailing, listMailings, stopMailing } from "#contract/mailings/mailings.ts";
import { apiQuery, callApi, type Output } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { MailingPreview } from "./mailing-preview.tsx";
import { peopleText } from "#web/ui/people-text.ts";
import { Recipients } from "./recipients.tsx";
import type { MyMailing } from "./use-mailing-draft.ts";

type Report = Output<typeof getMailingReport>;

const shownIn = [listMailings, { url: getMailing.url }, { url: getMailingReport.url }];

/** What became of a mailing that has begun: its people, whose numbers close, and what it earned. */
export function SentMailing({ mailing: { id, state } }: { mailing: MyMailing }) {
  const [shown, setShown] = useState<"preview" | "stop">();
  const refresh = useRefresh(shownIn);
  const { data, error, refetch } = useQuery({
    ...apiQuery(getMailingReport, { params: { id } }),
    refetchInterval: state === "SENDING" ? 5_000 : false,
  });
  const stop = useChange({
    change: () => callApi(stopMailing, { params: { id } }),
    refresh,
    done: () => {
      setShown(undefined);
      return "It was stopped: who waited gets nothing";
    },
    failed: () => "It could not be stopped",
  });
  if (error && !data)
    return (
      <LoadFailure
        icon={BarChart3}
        title="The report could not be loaded"
        level={3}
        error={error}
        retry={() => void refetch()}
      />
    );
  if (!data) return <TableSkeleton rows={5} label="Loading the report" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setShown("preview")}>
          See the mail
        </Button>
        {state === "SENDING" && (
          <Button variant="outline" onClick={() => setShown("stop")}>
            Stop sending…
          </Button>
        )}
      </div>
      <Numbers report={data} />
      <Links report={data} />
      <Recipients id={id} isMoving={state === "SENDING"} />
      {shown === "preview" && <MailingPreview id={id} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        open={shown === "stop"}
        onOpenChange={(open) => !open && setShown(undefined)}
        title="Stop sending?"
        description={`${peopleText(data.outcomes.waiting)} who wait get nothing. It cannot go on afterwards.`}
        confirmLabel="Stop it"
        destructive
        pending={stop.isPending}
        onConfirm={() => stop.mutate(undefined)}
      />
    </div>
  );
}

function Numbers({ report }: { report: Report }) {
  const { audience, sent, skipped, failed, unknown, waiting } = report.outcomes;
  const why = [...report.skipped, ...report.failed];
  const numbers = [
    { label: "Sent", value: sent },
    { label: "Left out", value: skipped },
    { label: "Failed", value: failed },
    { label: "Not known", value: unknown },
    { label: "Waiting", value: waiting },
  ];
  return (
    <Card>
      <CardHeader
        title={`For ${peopleText(audience)}`}
        description="Not known: no answer came, so it may have arrived, and is not sent again."
      />
      <CardBody>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          {numbers.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-muted-foreground">{label}</dt>
              <dd className="text-xl font-semibold tabular-nums">{value.toLocaleString("en-US")}</dd>
            </div>
          ))}
        </dl>
        {why.length > 0 && (
          <ul aria-label="Why" className="mt-5 grid gap-1 text-sm text-muted-foreground">
            {why.map((group) => (
              <li key={group.reason}>
                {peopleText(group.people)}: {group.reason}
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function Links({ report: { clicks, orders, netRevenueCents, links } }: { report: Report }) {
  return (
    <Card>
      <CardHeader
        title={`${formatMoney(netRevenueCents)} from ${orders === 1 ? "1 order" : `${orders.toLocaleString("en-US")} orders`}`}
        description={`${peopleText(clicks)} followed a link and did something on the page. An order counts for the last link before it, within seven days, less what was refunded. Whether a mail was opened is not asked.`}
      />
      <CardBody>
        {links.length === 0 ? (
          <p className="text-sm text-muted-foreground">It has no links to your own pages.</p>
        ) : (
          <Table label="Links">
            <TableHeader>
              <TableRow>
                <TableHead>Link</TableHead>
                <TableHead className="text-right">Clicks</TableHead>
                <TableHead className="text-right">Orders</TableHead>
                <TableHead className="text-right">Net revenue</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {links.map((link) => (
                <TableRow key={link.target}>
                  <TableCell className="max-w-60 wrap-anywhere">
                    <bdi>{link.productTitle ?? link.target}</bdi>
                  </TableCell>
                  <TableCell className="text-right tabular-nums">{link.clicks}</TableCell>
                  <TableCell className="text-right tabular-nums">{link.orders}</TableCell>
                  <TableCell className="text-right tabular-nums">
                    {formatMoney(link.netRevenueCents)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </CardBody>
    </Card>
  );
}
