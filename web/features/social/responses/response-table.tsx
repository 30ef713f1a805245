import { type ReactNode, useMemo } from "react";
import { platformNames } from "#contract/social/platform-names.ts";
import { useListColumns } from "#web/layout/use-list-columns.ts";
import { type DataColumn, DataTable } from "#web/ui/data-table.tsx";
import type { ListState } from "#web/ui/list-state.ts";
import { formatMoney } from "#web/ui/money.ts";
import { count, figuresOf, KeywordCell, MessageCell } from "./response-cells.tsx";
import type { Response } from "./response-texts.ts";
import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Switch } from "#web/ui/switch.tsx";

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
  const columnChoice = useListColumns("KEYWORD_RESPONSES");
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
      columnChoice={columnChoice}
      renderCard={(response) => <ResponseCard response={response} actions={actions} />}
    />
  );
}

const searchText = ({ keywords, responseText, account, product }: Response) =>
  [...keywords, responseText, account.username, platformNames[account.platform], product?.title ?? ""].join(
    " ",
  );

const columnsWith = (actions: ResponseActions): DataColumn<Response>[] => [
  {
    id: "keyword",
    header: "Keyword",
    isFixed: true,
    value: ({ keyword }) => keyword.toLowerCase(),
    cell: (response) => <KeywordCell response={response} />,
  },
  {
    id: "message",
    header: "Response",
    grow: true,
    cell: (response) => <MessageCell response={response} />,
  },
  {
    id: "sent",
    header: "Sent",
    value: ({ earnings }) => earnings.sent,
    cell: ({ earnings }) => (
      <Figure value={count(earnings.sent)} note={`of ${count(earnings.received)} received`} />
    ),
  },
  {
    id: "orders",
    header: "Orders",
    value: ({ earnings }) => earnings.orders,
    cell: ({ earnings }) => (
      <Figure value={count(earnings.orders)} note={`from ${count(earnings.clicks)} clicked`} />
    ),
  },
  {
    id: "revenue",
    header: "Net revenue",
    value: ({ earnings }) => earnings.netRevenueCents,
    cell: ({ earnings }) => <span className="tabular-nums">{formatMoney(earnings.netRevenueCents)}</span>,
  },
  {
    id: "account",
    header: "Account",
    isExtra: true,
    value: ({ account }) => account.username.toLowerCase(),
    cell: ({ account }) => (
      <p className="max-w-40 truncate text-muted-foreground">
        @{account.username}, {platformNames[account.platform]}
      </p>
    ),
  },
  {
    id: "product",
    header: "Product",
    isExtra: true,
    value: ({ product }) => product?.title ?? "",
    cell: ({ product }) => (
      <p dir="auto" className="max-w-40 truncate text-muted-foreground">
        {product?.title ?? "—"}
      </p>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    isFixed: true,
    end: true,
    cell: (response) => <ResponseRowActions response={response} actions={actions} />,
  },
];

const Figure = ({ value, note }: { value: string; note: string }) => (
  <p className="whitespace-nowrap tabular-nums">
    {value}
    <span className="block text-xs text-muted-foreground">{note}</span>
  </p>
);

function ResponseCard({ response, actions }: { response: Response; actions: ResponseActions }) {
  return (
    <article className="grid grid-cols-1 gap-3 px-4 py-4">
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

type ResponseActions = {
  edit: (response: Response) => void;
  setActive: (response: Response, isActive: boolean) => void;
  remove: (response: Response) => void;
};

/** Turns a response on and off, opens it and deletes it. */
function ResponseRowActions({ response, actions }: { response: Response; actions: ResponseActions }) {
  const { keyword } = response;
  return (
    <div className="flex shrink-0 items-center justify-end gap-1">
      <Switch
        aria-label={`Active: ${keyword}`}
        checked={response.isActive}
        onCheckedChange={(isActive) => actions.setActive(response, isActive)}
      />
      <IconButton label={`Edit ${keyword}`} onClick={() => actions.edit(response)} className="ml-1">
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${keyword}`} onClick={() => actions.remove(response)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
