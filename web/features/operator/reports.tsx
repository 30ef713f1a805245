import { Flag } from "lucide-react";
import { useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { momentText } from "#contract/dates.ts";
import { closeAbuseReport, listAbuseReports } from "#contract/operator/abuse-reports.ts";
import { getOperatorCounts, listOperatedCreators } from "#contract/operator/operator.ts";
import { reportReasonNames } from "#contract/operator/report-reasons.ts";
import { callApi, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { PagedList } from "./paged-list.tsx";

type Report = Output<typeof listAbuseReports>["reports"][number];
type State = "OPEN" | "CLOSED";

const shownIn = [listAbuseReports, getOperatorCounts, listOperatedCreators];

/** What visitors reported of stores and products, until somebody has seen to it. */
export function Reports() {
  const [state, setState] = useState<State>("OPEN");
  const refresh = useRefresh(shownIn);
  const close = useChange({
    change: ({ id }: Report) => callApi(closeAbuseReport, { params: { id } }),
    refresh,
    done: () => "The report is closed",
    failed: () => "The report could not be closed. Please try again.",
  });
  return (
    <PagedList
      name="reports"
      icon={Flag}
      queryKey={[listAbuseReports.url, state]}
      read={(cursor) => callApi(listAbuseReports, { querystring: { state, ...(cursor && { cursor }) } })}
      rowsOf={({ reports }) => reports}
      renderHead={() => (
        <NativeSelect
          aria-label="State"
          className="max-sm:w-full sm:w-52"
          value={state}
          onChange={({ target }) => setState(target.value as State)}
        >
          <option value="OPEN">Open</option>
          <option value="CLOSED">Closed</option>
        </NativeSelect>
      )}
      renderRow={(report) => (
        <ReportRow
          report={report}
          isClosing={close.isPending && close.variables?.id === report.id}
          onClose={() => close.mutate(report)}
        />
      )}
      empty={{
        title: state === "OPEN" ? "No open reports" : "No closed reports",
        text: "Every store and product has a link by which visitors can report it.",
      }}
    />
  );
}

type RowProps = { report: Report; isClosing: boolean; onClose: () => void };

function ReportRow({ report, isClosing, onClose }: RowProps) {
  const zone = useZone();
  const { handle, product, reason, words, email, times, closedAt, createdAt } = report;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 text-sm">
      <div className="grid min-w-0 grow basis-72 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a
            href={product ? `/u/${handle}/${product.slug}` : `/u/${handle}`}
            className="font-medium wrap-anywhere underline-offset-4 hover:underline"
          >
            {product ? `${isolated(product.title)} of @${handle}` : `@${handle}`}
          </a>
          <Badge tone="warning">{reportReasonNames[reason]}</Badge>
        </p>
        {words && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {words}
          </p>
        )}
        <p className="text-xs wrap-anywhere text-muted-foreground">
          {[
            momentText(createdAt, zone),
            times > 1 && `said ${times} times`,
            email && `reach them at ${email}, which nobody has proved`,
            closedAt && `closed ${momentText(closedAt, zone)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {!closedAt && (
        <Button size="sm" variant="outline" loading={isClosing} onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  );
}
