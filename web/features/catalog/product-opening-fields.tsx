import { useWatch } from "react-hook-form";
import { momentOfFieldText, zoneText } from "#contract/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { shopNow } from "#web/shop-now.ts";
import { type MyProduct, useProductFields } from "./product-form-values.ts";
import { ProductSwitch } from "./product-switch.tsx";

/** Whether it is shown before it is sold, and when that ends. */
export function ProductOpeningFields({ product }: { product: MyProduct | undefined }) {
  const { control, register, formState } = useProductFields();
  const [comingSoon, opens, zone] = useWatch({ control, name: ["comingSoon", "opens", "opensZone"] });
  const isOver = opens !== "" && isPast(momentOfFieldText(opens, zone));
  return (
    <>
      <ProductSwitch
        name="comingSoon"
        label="Coming soon"
        note={`Shown in your store and not sold yet, even if something is still missing. Visitors leave their address and get one mail when it opens.${waitingWords(product)}`}
      />
      {comingSoon && (
        <Field
          label={`Opens (${zoneText(zone)})`}
          aside="Optional"
          error={formState.errors.opens?.message}
          hint={
            isOver
              ? "That moment has passed: it is on sale as soon as nothing is missing."
              : "It goes on sale by itself then. Without a date: when you switch this off."
          }
        >
          <Input type="datetime-local" {...register("opens")} />
        </Field>
      )}
    </>
  );
}

const isPast = (moment: Date) => moment <= shopNow();

function waitingWords(product: MyProduct | undefined): string {
  if (!product?.waiting) return "";
  return ` ${product.waiting.toLocaleString("en-US")} ${product.waiting === 1 ? "person waits" : "people wait"} for it.`;
}
