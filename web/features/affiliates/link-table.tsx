import { useMemo, type ReactNode } from "react";
import { dayText } from "#contract/dates.ts";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { useZone } from "#web/ui/dates.ts";
import { DataTable, type DataColumn } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import { formatMoney } from "#web/ui/money.ts";
import { type AffiliateLink, countOf } from "./affiliate-data.ts";
import { AffiliateCell, CodeCell, type LinkActions, LinkMenu, LinkSwitch } from "./link-cells.tsx";

type LinkTableProps = {
  links: readonly AffiliateLink[];
  actions: LinkActions;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  /** What adds a link, and exports them. */
  buttons: ReactNode;
};

/** The creator's affiliate links: a table, or cards on a phone. */
export function LinkTable({ links, actions, list, onListChange, buttons }: LinkTableProps) {
  const zone = useZone();
  const columns = useMemo(() => linkColumns(actions, zone), [actions, zone]);
  const columnChoice = useListColumns("AFFILIATE_LINKS");
  return (
    <DataTable
      label="Affiliate links"
      columns={columns}
      rows={links}
      rowId={({ id }) => id}
      searchText={searchText}
      list={list}
      onListChange={onListChange}
      actions={buttons}
      columnChoice={columnChoice}
      renderCard={(link) => <LinkCard link={link} actions={actions} />}
    />
  );
}

const productOf = ({ product }: AffiliateLink) => product?.title ?? "All products";

const searchText = (link: AffiliateLink) =>
  `${link.code} ${link.affiliate.name} ${link.affiliate.email ?? ""} ${productOf(link)}`;

const number = (count: number) => <span className="tabular-nums">{count.toLocaleString("en-US")}</span>;

function linkColumns(actions: LinkActions, zone: string): DataColumn<AffiliateLink>[] {
  return [
    {
      id: "code",
      header: "Code",
      isFixed: true,
      value: ({ code }) => code,
      cell: (link) => <CodeCell link={link} actions={actions} />,
    },
    {
      id: "affiliate",
      header: "Affiliate",
      value: ({ affiliate }) => affiliate.name,
      cell: (link) => (
        <div className="w-40">
          <AffiliateCell link={link} />
        </div>
      ),
    },
    {
      id: "product",
      header: "Product",
      value: productOf,
      cell: (link) => <p className="line-clamp-2 min-w-24 text-muted-foreground">{productOf(link)}</p>,
    },
    { id: "clicks", header: "Clicks", value: ({ clicks }) => clicks, cell: ({ clicks }) => number(clicks) },
    {
      id: "conversions",
      header: "Conversions",
      value: ({ conversions }) => conversions,
      cell: ({ conversions }) => number(conversions),
    },
    {
      id: "earned",
      header: "Earned",
      value: ({ earnedCents }) => earnedCents,
      cell: ({ earnedCents }) => <span className="tabular-nums">{formatMoney(earnedCents)}</span>,
    },
    {
      id: "active",
      header: "Active",
      value: ({ active }) => Number(active),
      cell: (link) => <LinkSwitch link={link} actions={actions} />,
    },
    {
      id: "created",
      header: "Created",
      isExtra: true,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap text-muted-foreground">{dayText(createdAt, zone)}</span>
      ),
    },
    {
      id: "actions",
      header: "Actions",
      isFixed: true,
      cell: (link) => <LinkMenu link={link} actions={actions} />,
      end: true,
    },
  ];
}

function LinkCard({ link, actions }: { link: AffiliateLink; actions: LinkActions }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <CodeCell link={link} actions={actions} />
        <LinkSwitch link={link} actions={actions} />
      </div>
      <div className="flex items-start justify-between gap-4 text-sm">
        <AffiliateCell link={link} />
        <p className="text-right font-medium tabular-nums">{formatMoney(link.earnedCents)}</p>
      </div>
      <div className="flex items-end justify-between gap-3">
        <div className="grid min-w-0 gap-0.5 text-sm text-muted-foreground">
          <p className="truncate">{productOf(link)}</p>
          <p>
            {countOf(link.clicks, "click")} · {countOf(link.conversions, "sale")}
          </p>
        </div>
        <LinkMenu link={link} actions={actions} />
      </div>
    </div>
  );
}
