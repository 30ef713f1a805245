import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import type { RefundChoice } from "./refund-policy.ts";

type RefundPolicyFieldProps = {
  value: RefundChoice;
  onChange: (value: RefundChoice) => void;
  error: string | undefined;
};

/** How long buyers may ask for their money back. */
export function RefundPolicyField({ value, onChange, error }: RefundPolicyFieldProps) {
  const { choice, terms } = value;
  return (
    <div className="grid gap-4">
      <Field
        label="Refund policy"
        required
        hint="Stands beside the price on every checkout of your store."
        error={choice === "OWN" ? undefined : error}
      >
        <NativeSelect
          value={choice}
          onChange={({ target }) => onChange({ ...value, choice: target.value as RefundChoice["choice"] })}
        >
          <option value="30">30 days</option>
          <option value="14">14 days</option>
          <option value="7">7 days</option>
          <option value="0">No refunds</option>
          <option value="OWN">In my own words</option>
        </NativeSelect>
      </Field>
      {choice === "OWN" && (
        <Field label="Your words" required aside={`${terms.length} / 80`} error={error}>
          <Input
            maxLength={80}
            value={terms}
            placeholder="14 days, unless you have finished the course"
            onChange={({ target }) => onChange({ ...value, terms: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
