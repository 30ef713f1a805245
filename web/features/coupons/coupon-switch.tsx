import { useId } from "react";
import { Controller } from "react-hook-form";
import { Switch } from "#web/ui/switch.tsx";
import { useCouponFields } from "./coupon-form-values.ts";

type CouponSwitchProps = { name: "active" | "firstTimeCustomerOnly"; label: string; note: string };

/** One of the form's switches, with its label and a line about it. */
export function CouponSwitch({ name, label, note }: CouponSwitchProps) {
  const { control } = useCouponFields();
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
            aria-describedby={`${id}-note`}
            {...field}
          />
        )}
      />
      <div className="grid gap-0.5 pt-0.5 pointer-coarse:pt-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <p id={`${id}-note`} className="text-sm text-muted-foreground">
          {note}
        </p>
      </div>
    </div>
  );
}
