import { Select as BaseSelect } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { controlStyle, useFieldControl } from "./field.tsx";
import { usePopupContainer } from "./popup-container.ts";
import { popupStyle } from "./popup-style.ts";

export type SelectOption<T extends string> = { value: T; label: string; disabled?: boolean };

type SelectProps<T extends string> = {
  options: readonly SelectOption<T>[];
  /** null is "nothing chosen": the placeholder shows. */
  value: T | null;
  onValueChange: (value: T) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Needed outside a Field. */
  "aria-label"?: string;
  className?: string;
};

/** A select with a list of its own. On public pages prefer NativeSelect, which costs no script. */
export function Select<T extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  className,
  ...props
}: SelectProps<T>) {
  const { required: _required, ...control } = useFieldControl() as ReturnType<typeof useFieldControl> & {
    required?: boolean;
  };
  const container = usePopupContainer();
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={disabled ?? false}
    >
      <BaseSelect.Trigger
        {...control}
        {...props}
        className={classNames(
          controlStyle,
          "flex h-11 items-center justify-between gap-2 pr-2.5 pl-3 text-left select-none data-disabled:opacity-60 data-placeholder:text-muted-foreground sm:h-10 pointer-coarse:h-11",
          className,
        )}
      >
        <span className="truncate">
          <BaseSelect.Value placeholder={placeholder} />
        </span>
        <BaseSelect.Icon className="text-muted-foreground">
          <ChevronsUpDown className="size-4" aria-hidden="true" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal {...container}>
        <BaseSelect.Positioner className="z-50 outline-none" sideOffset={6} alignItemWithTrigger={false}>
          <BaseSelect.Popup className={classNames(popupStyle, "min-w-(--anchor-width)")}>
            <BaseSelect.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1">
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  className="grid cursor-default grid-cols-[1fr_1rem] items-center gap-3 rounded-md py-2 pr-2 pl-2.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent pointer-coarse:py-3"
                >
                  <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <Check className="size-4 text-brand" aria-hidden="true" />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
