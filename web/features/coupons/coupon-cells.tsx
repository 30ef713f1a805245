import type { CouponStatus } from "#contract/coupons/coupon-status.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Progress } from "#web/ui/progress.tsx";
import type { MyCoupon } from "./coupon-form-values.ts";
import { discountOf } from "./coupon-texts.ts";
import type { ListedCoupon } from "./listed-coupon.ts";

/** The code and its name; pressing the code edits the coupon. */
export function CouponCodeCell({ coupon, onEdit }: { coupon: MyCoupon; onEdit: () => void }) {
  return (
    <div className="min-w-0">
      <button
        type="button"
        onClick={onEdit}
        className="block max-w-full truncate rounded-sm text-left font-mono font-medium underline-offset-4 hover:underline"
      >
        {coupon.code}
      </button>
      {coupon.name && (
        <p dir="auto" className="truncate text-xs text-muted-foreground">
          {coupon.name}
        </p>
      )}
    </div>
  );
}

/** What the buyer gets, and what it takes. */
export function CouponDiscountCell({ coupon }: { coupon: MyCoupon }) {
  const { minimumOrderCents, firstTimeCustomerOnly } = coupon;
  const terms = [
    ...(minimumOrderCents > 0 ? [`Min. order ${formatMoney(minimumOrderCents)}`] : []),
    ...(firstTimeCustomerOnly ? ["First purchase only"] : []),
  ];
  return (
    <div className="tabular-nums">
      <p className="whitespace-nowrap">{discountOf(coupon)}</p>
      {terms.map((term) => (
        <p key={term} className="text-xs whitespace-nowrap text-muted-foreground">
          {term}
        </p>
      ))}
    </div>
  );
}

/** Paid orders that used it, of those that may. */
export function CouponUsageCell({ coupon: { code, usageCount, usageLimit } }: { coupon: MyCoupon }) {
  return (
    <div className="grid w-24 gap-1.5">
      <p className="whitespace-nowrap tabular-nums">
        {usageCount.toLocaleString("en-US")}
        <span className="text-muted-foreground">
          {usageLimit === null ? " used" : ` / ${usageLimit.toLocaleString("en-US")}`}
        </span>
      </p>
      {usageLimit !== null && (
        <Progress value={usageCount} max={usageLimit} label={`Uses of ${code}`} className="h-1.5" />
      )}
    </div>
  );
}

const tones: Record<CouponStatus, BadgeTone> = {
  Active: "success",
  Scheduled: "info",
  Expired: "neutral",
  Exhausted: "destructive",
  Inactive: "neutral",
};

export function CouponStatusCell({ coupon: { status, expiringSoon } }: { coupon: ListedCoupon }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tones[status]}>{status}</Badge>
      {expiringSoon && <Badge tone="warning">Expiring soon</Badge>}
    </span>
  );
}
