import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { usePopupContainer } from "./popup-container.ts";
import { popupStyle } from "./popup-style.ts";

/** A menu that opens from a button; its children are MenuItem, MenuLink and MenuSeparator. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  align?: "start" | "end";
}) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal {...usePopupContainer()}>
        <BaseMenu.Positioner className="z-50 outline-none" sideOffset={6} align={align}>
          <BaseMenu.Popup className={classNames(popupStyle, "min-w-44 p-1")}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type MenuItemProps = { children: ReactNode; onClick: () => void; disabled?: boolean; destructive?: boolean };

/** One action of a menu. */
export function MenuItem({ children, onClick, disabled = false, destructive = false }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled}
      onClick={onClick}
      className={classNames(
        itemStyle,
        destructive && "text-destructive-soft-foreground data-highlighted:bg-destructive-soft",
      )}
    >
      {children}
    </BaseMenu.Item>
  );
}

/** A link in a menu. */
export function MenuLink({ children, href }: { children: ReactNode; href: string }) {
  return (
    <BaseMenu.LinkItem href={href} closeOnClick className={itemStyle}>
      {children}
    </BaseMenu.LinkItem>
  );
}

type MenuCheckboxProps = {
  children: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** Something of a menu that is on or off; the menu stays open. */
export function MenuCheckbox({ children, checked, onCheckedChange }: MenuCheckboxProps) {
  return (
    <BaseMenu.CheckboxItem checked={checked} onCheckedChange={onCheckedChange} className={itemStyle}>
      <span className="grid size-4 place-items-center">
        <BaseMenu.CheckboxItemIndicator>
          <Check aria-hidden="true" />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      {children}
    </BaseMenu.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="-mx-1 my-1 h-px bg-border" />;
}

const itemStyle =
  "flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:text-muted-foreground";
