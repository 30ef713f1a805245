import { Copy, Ellipsis, Link, Pencil, Trash2 } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { copyText } from "#web/layout/copy-text.ts";
import type { MyCoupon } from "./coupon-form-values.ts";

export type CouponActions = {
  edit: (coupon: MyCoupon) => void;
  setActive: (coupon: MyCoupon, active: boolean) => void;
  /** Offers its checkout link to copy. */
  link: (coupon: MyCoupon) => void;
  remove: (coupon: MyCoupon) => void;
};

/** Turns a coupon on and off, and whatever else can be done to one coupon of the list. */
export function CouponRowActions({ coupon, actions }: { coupon: MyCoupon; actions: CouponActions }) {
  const { code } = coupon;
  return (
    <div className="flex shrink-0 items-center justify-end gap-1">
      <Switch
        aria-label={`Active: ${code}`}
        checked={coupon.active}
        onCheckedChange={(active) => actions.setActive(coupon, active)}
      />
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions: ${code}`}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onClick={() => actions.edit(coupon)}>
          <Pencil aria-hidden="true" /> Edit
        </MenuItem>
        <MenuItem onClick={() => void copyText(code, "Code copied")}>
          <Copy aria-hidden="true" /> Copy code
        </MenuItem>
        <MenuItem onClick={() => actions.link(coupon)}>
          <Link aria-hidden="true" /> Copy checkout link
        </MenuItem>
        <MenuSeparator />
        <MenuItem destructive onClick={() => actions.remove(coupon)}>
          <Trash2 aria-hidden="true" /> Delete
        </MenuItem>
      </Menu>
    </div>
  );
}
