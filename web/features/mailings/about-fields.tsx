import { useQuery } from "@tanstack/react-query";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { listCoupons } from "#contract/coupons/coupons.ts";
import { apiQuery } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

type About = { productId: string | null; couponId: string | null };

type AboutFieldsProps = {
  value: About;
  label: string;
  hint: string;
  onChange: (change: Partial<About>) => void;
};

/** Which of the creator's products a mail leads to, and with which coupon. */
export function AboutFields({ value: { productId, couponId }, label, hint, onChange }: AboutFieldsProps) {
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const { data: coupons = [] } = useQuery(apiQuery(listCoupons));
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label={label} hint={hint}>
        <NativeSelect
          value={productId ?? ""}
          onChange={({ target }) => onChange({ productId: target.value || null })}
        >
          <option value="">No product of its own</option>
          {products.map(({ id, title }) => (
            <option dir="auto" key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Coupon" hint="What {code} is. Links to products bring it along.">
        <NativeSelect
          value={couponId ?? ""}
          onChange={({ target }) => onChange({ couponId: target.value || null })}
        >
          <option value="">None</option>
          {coupons.map(({ id, code }) => (
            <option key={id} value={id}>
              {code}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </div>
  );
}
