import {
  Archive,
  CalendarCheck,
  CalendarX,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  GraduationCap,
  Newspaper,
  Pencil,
  Trash2,
  Users,
} from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { isCalledOff } from "./is-called-off.ts";
import type { MyProduct } from "./product-form-values.ts";
import { forSupport } from "#contract/team/roles.ts";
import { useMay } from "#web/layout/use-role.ts";

export type ProductActions = {
  edit: (product: MyProduct) => void;
  editCourse: (product: MyProduct) => void;
  /** What is written for the members of a membership. */
  posts: (product: MyProduct) => void;
  /** Who downloaded its file. */
  downloads: (product: MyProduct) => void;
  /** Who bought a ticket, and who came. */
  attendees: (product: MyProduct) => void;
  setActive: (product: MyProduct, active: boolean) => void;
  /** Calls an event off, or has it take place after all. */
  cancelEvent: (product: MyProduct) => void;
  duplicate: (product: MyProduct) => void;
  /** Hides it from all but its buyers. */
  archive: (product: MyProduct) => void;
  remove: (product: MyProduct) => void;
};

/** What can be done to one product of the list. */
export function ProductRowActions({ product, actions }: { product: MyProduct; actions: ProductActions }) {
  const { title, active, type, digitalFileType } = product;
  const seesBuyers = useMay(forSupport);
  return (
    <div className="flex items-center justify-end gap-1">
      <LinkButton href={`/checkout/${product.id}`} variant="outline" size="sm" aria-label={`View: ${title}`}>
        View
      </LinkButton>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions: ${title}`}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onClick={() => actions.edit(product)}>
          <Pencil aria-hidden="true" /> Edit
        </MenuItem>
        {type === "COURSE" && (
          <MenuItem onClick={() => actions.editCourse(product)}>
            <GraduationCap aria-hidden="true" /> Edit course
          </MenuItem>
        )}
        {type === "MEMBERSHIP" && (
          <MenuItem onClick={() => actions.posts(product)}>
            <Newspaper aria-hidden="true" /> Posts
          </MenuItem>
        )}
        {seesBuyers && digitalFileType !== null && (
          <MenuItem onClick={() => actions.downloads(product)}>
            <Download aria-hidden="true" /> Downloads
          </MenuItem>
        )}
        {seesBuyers && type === "EVENT" && (
          <MenuItem onClick={() => actions.attendees(product)}>
            <Users aria-hidden="true" /> Attendees
          </MenuItem>
        )}
        {type === "EVENT" && product.eventStartsAt !== null && (
          <MenuItem onClick={() => actions.cancelEvent(product)}>
            {isCalledOff(product) ? <CalendarCheck aria-hidden="true" /> : <CalendarX aria-hidden="true" />}
            {isCalledOff(product) ? "Takes place after all" : "Cancel event"}
          </MenuItem>
        )}
        <MenuItem onClick={() => actions.setActive(product, !active)}>
          {active ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          {active ? "Deactivate" : "Activate"}
        </MenuItem>
        <MenuItem onClick={() => actions.duplicate(product)}>
          <Copy aria-hidden="true" /> Duplicate
        </MenuItem>
        <MenuItem onClick={() => actions.archive(product)}>
          <Archive aria-hidden="true" /> Archive
        </MenuItem>
        <MenuSeparator />
        <MenuItem destructive onClick={() => actions.remove(product)}>
          <Trash2 aria-hidden="true" /> Delete
        </MenuItem>
      </Menu>
    </div>
  );
}
