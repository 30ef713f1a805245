import { Download, FlaskConical } from "lucide-react";
import { useMemo, useState } from "react";
import { exportKeywordResponses } from "#contract/social/keyword-responses.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { useListSearch } from "#web/layout/list-search.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ResponseTable } from "./response-table.tsx";
import type { Response } from "./response-texts.ts";
import { TryDialog } from "./try-dialog.tsx";
import type { ResponseFilters } from "./use-response-address.ts";
import { useResponseChanges } from "./use-response-changes.ts";

type ResponseListProps = {
  responses: readonly Response[];
  accounts: readonly Account[];
  filters: ResponseFilters;
  onFiltersChange: (change: Partial<ResponseFilters>) => void;
  /** Takes an id. */
  onEdit: (responseId: string) => void;
};

/** The list with its filters, and what can be done with it and with each of its rows. */
export function ResponseList({ responses, accounts, filters, onFiltersChange, onEdit }: ResponseListProps) {
  const [list, setList] = useListSearch();
  const { setActive, remove } = useResponseChanges();
  const [trying, setTrying] = useState(false);
  const actions = useMemo(
    () => ({
      edit: ({ id }: Response) => onEdit(id),
      setActive: ({ id }: Response, isActive: boolean) => setActive({ params: { id }, body: { isActive } }),
      remove,
    }),
    [onEdit, setActive, remove],
  );
  const shown = useMemo(
    () => responses.filter((response) => passes(response, filters)),
    [responses, filters],
  );
  return (
    <>
      <ResponseTable
        responses={shown}
        actions={actions}
        list={list}
        onListChange={setList}
        filters={<ResponseFilterBoxes filters={filters} onChange={onFiltersChange} accounts={accounts} />}
        buttons={
          <>
            <Button variant="outline" onClick={() => setTrying(true)}>
              <FlaskConical aria-hidden="true" /> Try it
            </Button>
            <LinkButton href={exportKeywordResponses.url} download variant="outline">
              <Download aria-hidden="true" /> Export CSV
            </LinkButton>
          </>
        }
      />
      <TryDialog open={trying} onOpenChange={setTrying} accounts={accounts} />
    </>
  );
}

type ResponseFilterBoxesProps = {
  filters: ResponseFilters;
  onChange: (change: Partial<ResponseFilters>) => void;
  accounts: readonly Account[];
};

/** Which responses are shown: of one account, or of one status. */
function ResponseFilterBoxes({ filters, onChange, accounts }: ResponseFilterBoxesProps) {
  return (
    <>
      {(accounts.length > 1 || filters.account !== "") && (
        <NativeSelect
          aria-label="Account"
          value={filters.account}
          onChange={(event) => onChange({ account: event.currentTarget.value })}
          className="min-w-32 grow basis-32 sm:max-w-44"
        >
          <option value="">All accounts</option>
          {accounts.map(({ id, username }) => (
            <option key={id} value={id}>
              @{username}
            </option>
          ))}
        </NativeSelect>
      )}
      <NativeSelect
        aria-label="Status"
        value={filters.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        className="min-w-32 grow basis-32 sm:max-w-40"
      >
        <option value="">All statuses</option>
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
      </NativeSelect>
    </>
  );
}

/** Whether the filters let a response through. */
const passes = ({ account, isActive }: Response, filters: ResponseFilters): boolean =>
  (filters.account === "" || account.id === filters.account) &&
  (filters.status === "" || isActive === (filters.status === "active"));
