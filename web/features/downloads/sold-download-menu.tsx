import { CalendarPlus, Ellipsis, Lock, LockOpen, ReceiptText, RotateCcw } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "#web/ui/menu.tsx";
import { buyerName, type SoldDownload } from "./sold-download.ts";

export type SoldDownloadActions = {
  extend: (download: SoldDownload) => void;
  reset: (download: SoldDownload) => void;
  revoke: (download: SoldDownload) => void;
  restore: (download: SoldDownload) => void;
};

/** What can be done for one buyer of a file. What an order has closed is opened from the order alone. */
export function SoldDownloadMenu({
  download,
  actions,
}: {
  download: SoldDownload;
  actions: SoldDownloadActions;
}) {
  const { state, orderId } = download;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions: ${buyerName(download)}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuLink href={`/admin?tab=customers&order=${orderId}`}>
        <ReceiptText aria-hidden="true" /> Open order
      </MenuLink>
      {state !== "CLOSED" && (
        <>
          {download.expiresAt && (
            <MenuItem onClick={() => actions.extend(download)}>
              <CalendarPlus aria-hidden="true" /> Extend download
            </MenuItem>
          )}
          <MenuItem onClick={() => actions.reset(download)}>
            <RotateCcw aria-hidden="true" /> Reset downloads
          </MenuItem>
          <MenuSeparator />
          {state === "REVOKED" ? (
            <MenuItem onClick={() => actions.restore(download)}>
              <LockOpen aria-hidden="true" /> Restore download
            </MenuItem>
          ) : (
            <MenuItem destructive onClick={() => actions.revoke(download)}>
              <Lock aria-hidden="true" /> Revoke download
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  );
}
