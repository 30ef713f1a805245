import type { CouponStatus } from "#contract/coupons/coupon-status.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import type { ProductChoice } from "./coupon-products-field.tsx";
import type { ListedCoupon } from "./listed-coupon.ts";
import type { CouponFilters } from "./use-coupon-address.ts";

const statuses: readonly CouponStatus[] = ["Active", "Scheduled", "Expired", "Exhausted", "Inactive"];

type CouponFilterBoxesProps = {
  filters: CouponFilters;
  onChange: (change: Partial<CouponFilters>) => void;
  products: readonly ProductChoice[];
};

/** Which coupons are shown: of one status, or those that count for one product. */
export function CouponFilterBoxes({ filters, onChange, products }: CouponFilterBoxesProps) {
  return (
    <>
      <NativeSelect
        aria-label="Status"
        value={filters.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        className="min-w-32 grow basis-32 sm:max-w-40"
      >
        <option value="">All statuses</option>
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Product"
        value={filters.product}
        onChange={(event) => onChange({ product: event.currentTarget.value })}
        className="min-w-32 grow basis-32 sm:max-w-52"
      >
        <option value="">All products</option>
        {products.map(({ id, title }) => (
          <option dir="auto" key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}

/** Whether the filters let a coupon through. */
export const passes = ({ status, applicableProducts }: ListedCoupon, filters: CouponFilters): boolean =>
  (filters.status === "" || status === filters.status) &&
  (filters.product === "" || !applicableProducts || applicableProducts.includes(filters.product));
