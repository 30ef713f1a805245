import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { copyText } from "#web/layout/copy-text.ts";
import type { MyCoupon } from "./coupon-form-values.ts";
import type { ProductChoice } from "./coupon-products-field.tsx";

type CouponLinkDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  coupon: MyCoupon;
  products: readonly ProductChoice[];
};

/** The checkout of one product with the code filled in, to share. */
export function CouponLinkDialog({ open, onOpenChange, coupon, products }: CouponLinkDialogProps) {
  const { code, applicableProducts } = coupon;
  const choices = products.filter(({ id }) => !applicableProducts || applicableProducts.includes(id));
  const [chosen, setChosen] = useState<string>();
  const productId = choices.some(({ id }) => id === chosen) ? chosen : choices[0]?.id;
  const link = `${location.origin}/checkout/${productId}?code=${encodeURIComponent(code)}`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Checkout link"
      description={`Whoever opens it finds ${code} filled in.`}
    >
      {productId === undefined ? (
        <p className="text-sm text-muted-foreground">No product of yours can be bought with this coupon.</p>
      ) : (
        <div className="grid gap-4">
          <Field label="Product">
            <NativeSelect value={productId} onChange={(event) => setChosen(event.currentTarget.value)}>
              {choices.map(({ id, title }) => (
                <option dir="auto" key={id} value={id}>
                  {title}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field label="Link">
            <Input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </Field>
        </div>
      )}
      <DialogFooter>
        <DialogClose>Close</DialogClose>
        {productId !== undefined && (
          <Button onClick={() => void copyText(link, "Link copied")}>
            <Copy aria-hidden="true" /> Copy link
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
