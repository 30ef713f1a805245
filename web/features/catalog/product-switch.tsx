import { useId, type ReactNode } from "react";
import { Controller } from "react-hook-form";
import { classNames } from "#web/ui/class-names.ts";
import { Switch } from "#web/ui/switch.tsx";
import { useProductFields } from "./product-form-values.ts";

type ProductSwitchProps = {
  name:
    | "active"
    | "comingSoon"
    | "featured"
    | "hasOwnPrice"
    | "limitDownloads"
    | "requiresShipping"
    | "timesHere"
    | "trackInventory"
    | "allowBackorder"
    | "allowOrderBumps"
    | "allowUpsells";
  label: string;
  note?: ReactNode;
  /** Follows what is wrong with it: where that is put right. */
  remedy?: ReactNode;
};

/** One of the form's switches, with its label and a line about it. */
export function ProductSwitch({ name, label, note, remedy }: ProductSwitchProps) {
  const { control, formState } = useProductFields();
  const problem = formState.errors[name]?.message;
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, ...field } }) => (
          <Switch
            id={id}
            checked={value}
            onCheckedChange={onChange}
            aria-describedby={note || problem ? `${id}-note` : undefined}
            aria-invalid={problem !== undefined}
            {...field}
          />
        )}
      />
      <div className="grid gap-0.5 pt-0.5 pointer-coarse:pt-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {(problem || note) && (
          <p
            id={`${id}-note`}
            className={classNames(
              "text-sm",
              problem ? "font-medium text-destructive-soft-foreground" : "text-muted-foreground",
            )}
          >
            {problem ?? note} {problem && remedy}
          </p>
        )}
      </div>
    </div>
  );
}
