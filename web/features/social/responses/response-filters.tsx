import type { Account } from "#web/features/social/social-queries.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import type { Response } from "./response-texts.ts";
import type { ResponseFilters } from "./use-response-address.ts";

type ResponseFilterBoxesProps = {
  filters: ResponseFilters;
  onChange: (change: Partial<ResponseFilters>) => void;
  accounts: readonly Account[];
};

/** Which responses are shown: of one account, or of one status. */
export function ResponseFilterBoxes({ filters, onChange, accounts }: ResponseFilterBoxesProps) {
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
export const passes = ({ account, isActive }: Response, filters: ResponseFilters): boolean =>
  (filters.account === "" || account.id === filters.account) &&
  (filters.status === "" || isActive === (filters.status === "active"));
