import { Download } from "lucide-react";
import { type AnalyticsTable, exportAnalytics } from "#contract/analytics/exports.ts";
import type { AnalyticsFigure } from "#contract/analytics/figure-rows.ts";
import type { Granularity } from "#contract/analytics/period.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Asked } from "./use-analytics-address.ts";

type CsvLinkProps = {
  table: AnalyticsTable;
  asked: Asked;
  /** Of what is exported. */
  title: string;
  granularity?: Granularity;
  figure?: AnalyticsFigure;
};

/** The same table as a file. */
export function CsvLink({ title, asked, ...wanted }: CsvLinkProps) {
  return (
    <LinkButton
      href={`${exportAnalytics.url}?${new URLSearchParams({ ...asked, ...wanted }).toString()}`}
      download
      variant="ghost"
      size="sm"
      className="-my-1 text-muted-foreground"
      aria-label={`Export as CSV: ${title}`}
    >
      <Download aria-hidden="true" /> CSV
    </LinkButton>
  );
}
