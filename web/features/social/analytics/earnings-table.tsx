import { useMemo } from "react";
import { useListSearch } from "#web/layout/list-search.ts";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { Card } from "#web/ui/card.tsx";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import type { Analytics, Earnings } from "./analytics-query.ts";
import { countText } from "./figure-texts.ts";
import { type Group, groups } from "./use-analytics-address.ts";

type Row = Earnings & { key: string; name: string };

type EarningsTableProps = { analytics: Analytics; by: Group; onGroupChange: (by: Group) => void };

/** What every keyword, rule or post brought, best first. */
export function EarningsTable({ analytics, by, onGroupChange }: EarningsTableProps) {
  const [list, setList] = useListSearch();
  const rows = useMemo(() => rowsOf(analytics, by), [analytics, by]);
  const columns = useMemo(() => columnsOf(by), [by]);
  const columnChoice = useListColumns("KEYWORD_EARNINGS");
  const { title, text } = nothing[by];
  return (
    <section aria-labelledby="what-earned" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="what-earned" className="text-base font-semibold">
        What earned
      </h2>
      <Tabs label="What earned, by" variant="pill" tabs={groups} value={by} onValueChange={onGroupChange}>
        <TabPanel value={by}>
          {rows.length === 0 ? (
            <Card>
              <EmptyState title={title}>{text}</EmptyState>
            </Card>
          ) : (
            <DataTable
              label={groups.find(({ value }) => value === by)?.label ?? ""}
              columns={columns}
              rows={rows}
              rowId={({ key }) => key}
              searchText={({ name }) => name}
              list={list}
              onListChange={setList}
              columnChoice={columnChoice}
              renderCard={(row) => <RowCard row={row} />}
            />
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}

const nothing: Record<Group, { title: string; text: string }> = {
  keywords: {
    title: "No keyword was written in this time",
    text: "As soon as somebody writes one of your keywords, it stands here with what it earned.",
  },
  rules: {
    title: "No rule came into play in this time",
    text: "First messages, comments and story replies that a rule answers stand here with what they earned.",
  },
  posts: {
    title: "No comments in this time",
    text: "Posts whose comments came in stand here, with the orders that their answers led to.",
  },
};

const rowsOf = (analytics: Analytics, by: Group): Row[] =>
  by === "posts"
    ? analytics.posts.map((post) => ({ ...post, key: post.postId, name: post.postId }))
    : analytics[by].map((row) => ({ ...row, key: row.id ?? "deleted" }));

function columnsOf(by: Group): DataColumn<Row>[] {
  return [
    {
      id: "name",
      isFixed: true,
      header: { keywords: "Keyword", rules: "Rule", posts: "Post" }[by],
      value: ({ name }) => name,
      cell: ({ name }) => (
        <p dir="auto" className="truncate font-medium">
          {name}
        </p>
      ),
      grow: true,
    },
    ...figures.map(({ id, header }) => ({
      id,
      header,
      value: (row: Row) => row[id],
      cell: (row: Row) => <span className="tabular-nums">{countText(row[id])}</span>,
      end: true,
    })),
    {
      id: "revenue",
      header: "Net revenue",
      value: ({ netRevenueCents }) => netRevenueCents,
      cell: ({ netRevenueCents }) => (
        <span className="font-medium tabular-nums">{formatMoney(netRevenueCents)}</span>
      ),
      end: true,
    },
  ];
}

const figures = [
  { id: "received", header: "Received" },
  { id: "sent", header: "Sent" },
  { id: "clicks", header: "Clicked" },
  { id: "orders", header: "Orders" },
] as const;

function RowCard({ row }: { row: Row }) {
  return (
    <div className="grid grid-cols-1 gap-2 p-4 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {row.name}
        </span>
        <span className="font-medium tabular-nums">{formatMoney(row.netRevenueCents)}</span>
      </p>
      <dl className="grid grid-cols-4 gap-2">
        {figures.map(({ id, header }) => (
          <div key={id}>
            <dt className="text-xs text-muted-foreground">{header}</dt>
            <dd className="tabular-nums">{countText(row[id])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
