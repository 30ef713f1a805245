import { Copy, Ellipsis, Link2, Pencil, Trash2, UserRoundPen } from "lucide-react";
import { copyText } from "#web/layout/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { AffiliateLink } from "./affiliate-data.ts";

export type LinkActions = {
  edit: (link: AffiliateLink) => void;
  editAffiliate: (link: AffiliateLink) => void;
  setActive: (link: AffiliateLink, active: boolean) => void;
  remove: (link: AffiliateLink) => void;
};

type LinkRowProps = { link: AffiliateLink; actions: LinkActions };

/** The code, which edits the link, and a button that copies where it leads. */
export function CodeCell({ link, actions }: LinkRowProps) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <button
        type="button"
        onClick={() => actions.edit(link)}
        className="truncate rounded-sm text-left font-mono font-medium underline-offset-4 hover:underline pointer-coarse:py-2"
      >
        {link.code}
      </button>
      <IconButton label={`Copy link: ${link.code}`} onClick={() => void copyText(link.url, "Link copied")}>
        <Copy aria-hidden="true" />
      </IconButton>
    </div>
  );
}

export function AffiliateCell({ link: { affiliate } }: { link: AffiliateLink }) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="truncate">
        {affiliate.name}
      </p>
      <p className="truncate text-xs text-muted-foreground">
        {affiliate.active ? (affiliate.email ?? "No email yet") : "Not active"}
      </p>
    </div>
  );
}

export function LinkSwitch({ link, actions }: LinkRowProps) {
  return (
    <Switch
      aria-label={`Active: ${link.code}`}
      checked={link.active}
      onCheckedChange={(active) => actions.setActive(link, active)}
    />
  );
}

/** What else can be done to one link of the list. */
export function LinkMenu({ link, actions }: LinkRowProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More actions: ${link.code}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onClick={() => void copyText(link.url, "Link copied")}>
        <Link2 aria-hidden="true" /> Copy link
      </MenuItem>
      <MenuItem onClick={() => void copyText(link.code, "Code copied")}>
        <Copy aria-hidden="true" /> Copy code
      </MenuItem>
      <MenuItem onClick={() => actions.edit(link)}>
        <Pencil aria-hidden="true" /> Edit link
      </MenuItem>
      <MenuItem onClick={() => actions.editAffiliate(link)}>
        <UserRoundPen aria-hidden="true" /> Edit affiliate
      </MenuItem>
      <MenuSeparator />
      <MenuItem destructive onClick={() => actions.remove(link)}>
        <Trash2 aria-hidden="true" /> Delete
      </MenuItem>
    </Menu>
  );
}
