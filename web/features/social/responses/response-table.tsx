import { type ReactNode, useMemo } from "react";
import { platformName } from "#web/features/social/platform-name.ts";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import { formatMoney } from "#web/ui/money.ts";
import { type ResponseActions, ResponseRowActions } from "./response-actions.tsx";
import { count, figuresOf, KeywordCell, MessageCell } from "./response-cells.tsx";
import type { Response } from "./response-texts.ts";

type ResponseTableProps = {
  responses: readonly Response[];
  actions: ResponseActions;
  list: ListState;
  onListChange: (change: Partial<ListState>) => void;
  filters: ReactNode;
  /** What exports the list, and tries it. */
  buttons: ReactNode;
};

/** The creator's keyword responses with what each earned: a table, or cards on a phone. */
export function ResponseTable({
  responses,
  actions,
  list,
  onListChange,
  filters,
  buttons,
}: ResponseTableProps) {
  const columns = useMemo(() => columnsWith(actions), [actions]);
  return (
    <DataTable
      label="Responses"
      columns={columns}
      rows={responses}
      rowId={({ id }) => id}
      searchText={searchText}
      list={list}
      onListChange={onListChange}
      filters={filters}
      actions={buttons}
      renderCard={(response) => <ResponseCard response={response} actions={actions} />}
    />
  );
}

const searchText = ({ keywords, responseText, account, product }: Response) =>
  [...keywords, responseText, account.username, platformName[account.platform], product?.title ?? ""].join(
    " ",
  );

const columnsWith = (actions: ResponseActions): DataColumn<Response>[] => [
  {
    id: "keyword",
    header: "Keyword",
    value: ({ keyword }) => keyword.toLowerCase(),
    cell: (response) => <KeywordCell response={response} />,
  },
  {
    id: "message",
    header: "Response",
    grow: true,
    cell: (response) => <MessageCell response={response} />,
  },
  ...figures,
  {
    id: "actions",
    header: "Actions",
    end: true,
    cell: (response) => <ResponseRowActions response={response} actions={actions} />,
  },
];

const figure = (
  id: string,
  header: string,
  value: (earnings: Response["earnings"]) => number,
  format: (value: number) => string = count,
): DataColumn<Response> => ({
  id,
  header,
  value: ({ earnings }) => value(earnings),
  cell: ({ earnings }) => <span className="tabular-nums">{format(value(earnings))}</span>,
});

const figures = [
  figure("received", "Received", ({ received }) => received),
  figure("sent", "Sent", ({ sent }) => sent),
  figure("clicks", "Clicked", ({ clicks }) => clicks),
  figure("orders", "Orders", ({ orders }) => orders),
  figure("revenue", "Net revenue", ({ netRevenueCents }) => netRevenueCents, formatMoney),
];

function ResponseCard({ response, actions }: { response: Response; actions: ResponseActions }) {
  return (
    <article className="grid gap-3 px-4 py-4">
      <KeywordCell response={response} />
      <MessageCell response={response} />
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs tabular-nums">
        {figuresOf(response).map(([id, label, value]) => (
          <div key={id} className="flex gap-1.5">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <ResponseRowActions response={response} actions={actions} />
    </article>
  );
}
