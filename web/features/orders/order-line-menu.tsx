import {
  CalendarPlus,
  Ellipsis,
  FileDown,
  Lock,
  LockOpen,
  RotateCcw,
  Truck,
  Undo2,
  Users,
} from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import type { AdminOrderLine } from "./admin-order.ts";
import { useOrderChanges } from "./use-order-changes.ts";

type OrderLineMenuProps = { orderId: string; line: AdminOrderLine; onShip: () => void };

/** How much longer a buyer may download when the creator extends it. */
const extendDays = 30;

/** What can be done for one line that was paid. */
export function OrderLineMenu({ orderId, line, onShip }: OrderLineMenuProps) {
  const { changeLine, renew } = useOrderChanges();
  const { download, hasAccess } = line;
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Actions: ${line.title}`}
          loading={changeLine.isPending || renew.isPending}
          className="-my-1.5 -mr-2"
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {line.requiresShipping && (
        <MenuItem onClick={onShip}>
          <Truck aria-hidden="true" /> {line.shippedAt ? "Edit shipment" : "Mark as shipped"}
        </MenuItem>
      )}
      {line.shippedAt && (
        <MenuItem
          onClick={() =>
            changeLine.mutate({
              params: { id: orderId, lineId: line.id },
              body: { shipped: false, trackingUrl: null },
            })
          }
        >
          <Undo2 aria-hidden="true" /> Not shipped after all
        </MenuItem>
      )}
      {download && (
        <>
          {download.expiresAt && (
            <MenuItem onClick={() => renew.mutate({ params: { id: download.id }, body: { extendDays } })}>
              <CalendarPlus aria-hidden="true" /> Extend download by {extendDays} days
            </MenuItem>
          )}
          <MenuItem onClick={() => renew.mutate({ params: { id: download.id }, body: { resetCount: true } })}>
            <RotateCcw aria-hidden="true" /> Reset downloads
          </MenuItem>
        </>
      )}
      <MenuItem
        destructive={hasAccess === true}
        onClick={() =>
          changeLine.mutate({ params: { id: orderId, lineId: line.id }, body: { hasAccess: !hasAccess } })
        }
      >
        {hasAccess ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
        {hasAccess ? "Revoke access" : "Restore access"}
      </MenuItem>
      <BuyersLinks orderId={orderId} line={line} />
    </Menu>
  );
}

/** To all who bought the same: who comes to an event, and what became of a file's downloads. */
function BuyersLinks({ orderId, line }: Pick<OrderLineMenuProps, "orderId" | "line">) {
  const isEvent = line.type === "EVENT";
  if (!isEvent && !line.download) return null;
  const from = `/admin?tab=customers&order=${orderId}`;
  return (
    <>
      <MenuSeparator />
      {isEvent && (
        <MenuLink href={`${from}&attendees=${line.productId}`}>
          <Users aria-hidden="true" /> All attendees
        </MenuLink>
      )}
      {line.download && (
        <MenuLink href={`${from}&downloads=${line.productId}`}>
          <FileDown aria-hidden="true" /> All downloads of this product
        </MenuLink>
      )}
    </>
  );
}
