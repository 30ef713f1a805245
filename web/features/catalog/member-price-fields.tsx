import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { longDayText } from "#contract/dates.ts";
import { listMemberPrices } from "#contract/memberships/price-changes.ts";
import { apiQuery } from "#web/api.ts";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { AnnouncedPrice } from "./announced-price.tsx";
import {
  fieldOfInterval,
  type MemberPrices,
  membersAtOtherPrices,
  presentMembers,
  typedPriceCents,
  wordOfInterval,
} from "./member-price.ts";
import { type MyProduct, useProductFields } from "./product-form-values.ts";

/** Whom another price is for, and what present members were told; nothing is asked where nobody pays another one. */
export function MemberPriceFields({ product }: { product: MyProduct }) {
  const { data: plans } = useQuery({
    ...apiQuery(listMemberPrices, { params: { id: product.id } }),
    enabled: product.type === "MEMBERSHIP",
  });
  if (!plans || plans.length === 0) return <PricesAreKept />;
  return (
    <div className="grid gap-5">
      {plans.map((plan) => (
        <IntervalPrices key={plan.billingInterval} product={product} plan={plan} />
      ))}
    </div>
  );
}

export const PricesAreKept = () => (
  <p className="text-sm text-muted-foreground">
    Another price counts for new members; existing ones keep theirs.
  </p>
);

function IntervalPrices({ product, plan }: { product: MyProduct; plan: MemberPrices }) {
  const { control } = useProductFields();
  const [type, price, billingInterval, yearlyPrice] = useWatch({
    control,
    name: ["type", "price", "billingInterval", "yearlyPrice"],
  });
  const { change } = plan;
  const isAhead = change !== null && change.withdrawableUntil !== null;
  const cents = typedPriceCents({ type, price, billingInterval, yearlyPrice }, plan.billingInterval);
  const others = cents === undefined ? undefined : membersAtOtherPrices(plan, cents);
  return (
    <>
      {change && (isAhead || change.waiting > 0) && (
        <AnnouncedPrice product={product} billingInterval={plan.billingInterval} change={change} />
      )}
      {!isAhead && cents !== undefined && others && others.members > 0 && (
        <WhomItIsFor plan={plan} cents={cents} {...others} />
      )}
    </>
  );
}

type WhomProps = { plan: MemberPrices; cents: number; members: number; firstChargeAt: string | undefined };

function WhomItIsFor({ plan, cents, members, firstChargeAt }: WhomProps) {
  const zone = useZone();
  const { control, register } = useProductFields();
  const { billingInterval } = plan;
  const field = fieldOfInterval[billingInterval];
  const isForAll = useWatch({ control, name: field }) === "ALL";
  const price = `${formatMoney(cents)} a ${wordOfInterval[billingInterval]}`;
  const row =
    "flex min-h-11 items-center gap-3 rounded-xl border border-border px-4 py-2.5 text-sm font-medium has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:ring-2";
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">Who pays {price}?</legend>
      <label className={row}>
        <input
          type="radio"
          value="NEW"
          className="size-4 shrink-0 accent-brand outline-none"
          {...register(field)}
        />
        New members only
      </label>
      <label className={row}>
        <input
          type="radio"
          value="ALL"
          className="size-4 shrink-0 accent-brand outline-none"
          {...register(field)}
        />
        Also {presentMembers(members)}, after notice
      </label>
      <p role="status" className="text-sm text-muted-foreground">
        {isForAll
          ? `When you save, ${members === 1 ? "they get" : "each gets"} a mail with the old price and the new one, the day of the first payment at it${firstChargeAt ? ` (the earliest: ${longDayText(firstChargeAt, zone)})` : ""}, and how to end it before. Nobody pays it within 30 days, nor before what they have paid for is over. You can withdraw it for 28 days.`
          : `${members === 1 ? "One member keeps" : `${members.toLocaleString("en-US")} members keep`} the price they have.`}
      </p>
    </fieldset>
  );
}
