import { platformNames } from "#contract/social/platform-names.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";

type AccountFilterProps = {
  accounts: readonly Account[];
  value: string;
  onChange: (account: string) => void;
};

/** One account's alone; nothing to choose where there is only one. */
export function AccountFilter({ accounts, value, onChange }: AccountFilterProps) {
  if (accounts.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Account"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">All accounts</option>
      {accounts.map(({ id, platform, username }) => (
        <option key={id} value={id}>
          @{username} ({platformNames[platform]})
        </option>
      ))}
    </NativeSelect>
  );
}
