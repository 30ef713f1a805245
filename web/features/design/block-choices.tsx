import { useId } from "react";
import { useQuery } from "@tanstack/react-query";
import { isolated } from "#contract/isolated.ts";
import { couponStatus } from "#contract/coupons/coupon-status.ts";
import { listCoupons } from "#contract/coupons/coupons.ts";
import { getMailingList } from "#contract/mailing-list/mailing-list.ts";
import { apiQuery } from "#web/api.ts";
import { useNow } from "#web/layout/use-now.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

type Props = { value: string | null; onChange: (id: string | null) => void };

/** One of the creator's coupons, and whether it is valid now. */
export function CouponChoice({ value, onChange }: Props) {
  const { data, isError } = useQuery(apiQuery(listCoupons));
  const now = useNow();
  const chosen = data?.find(({ id }) => id === value);
  const status = chosen && couponStatus(chosen, now);
  const isGone = data !== undefined && value !== null && !chosen;
  const hint = isError
    ? "Coupons could not be loaded. On a team, the owner and admins choose them."
    : data?.length === 0
      ? "You have no coupon yet: make one under Coupons."
      : status && status !== "Active"
        ? `${status}: the page shows it while it is valid.`
        : "The page says when it ends, and leaves it out from then on.";
  return (
    <Field
      label="Coupon"
      hint={hint}
      error={isGone ? "It is not there any more, so the page leaves it out." : undefined}
    >
      <NativeSelect
        value={isGone ? "" : (value ?? "")}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">Choose one</option>
        {data?.map(({ id, code, name }) => (
          <option key={id} value={id}>
            {name ? `${code}: ${isolated(name)}` : code}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

/** Whether the shelf leaves out what stands elsewhere on the page. */
export function RestChoice({ value, onChange }: { value: boolean; onChange: (isRest: boolean) => void }) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-3 text-sm pointer-coarse:min-h-11">
      <Checkbox id={id} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      Only what no other block shows
    </label>
  );
}

/** What the block of the mailing list shows is set where the list is. */
export function JoinNote() {
  const { data } = useQuery(apiQuery(getMailingList));
  return (
    <p className="text-sm text-muted-foreground">
      {data && !data.isOpen
        ? "Your mailing list is closed, so the page leaves this out. Open it under Customers."
        : "The title and the promise of your mailing list are written under Customers."}
    </p>
  );
}
