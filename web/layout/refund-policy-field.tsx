import { refundBadge, refundTerms } from "#contract/accounts/refund-words.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { policyOfChoice, type RefundChoice } from "./refund-policy.ts";

type RefundPolicyFieldProps = {
  value: RefundChoice;
  onChange: (value: RefundChoice) => void;
  error: string | undefined;
};

/** The refund policy of a creator's whole store: guaranteed, or at their discretion. */
export function RefundPolicyField({ value, onChange, error }: RefundPolicyFieldProps) {
  const { choice, terms } = value;
  return (
    <div className="grid gap-4">
      <Field
        label="Your store's refund policy"
        required
        hint="Applies to everything you sell, from the next order on."
        error={choice === "OWN" ? undefined : error}
      >
        <NativeSelect
          value={choice}
          onChange={({ target }) => onChange({ ...value, choice: target.value as RefundChoice["choice"] })}
        >
          <optgroup label="Guaranteed: refunded automatically">
            <option value="30">30 days, guaranteed</option>
            <option value="14">14 days, guaranteed</option>
            <option value="7">7 days, guaranteed</option>
          </optgroup>
          <optgroup label="At your discretion: you decide">
            <option value="ASK_30">30 days to ask, you decide</option>
            <option value="ASK_14">14 days to ask, you decide</option>
            <option value="ASK_7">7 days to ask, you decide</option>
            <option value="0">No refunds</option>
            <option value="OWN">In my own words</option>
          </optgroup>
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
      <RefundMeaning value={value} />
    </div>
  );
}

/** What the chosen policy makes buyers see, and what it makes the creator do. */
function RefundMeaning({ value }: { value: RefundChoice }) {
  if (value.choice === "OWN" && value.terms.trim() === "") return null;
  const policy = policyOfChoice(value);
  const badge = refundBadge(policy);
  return (
    <div className="grid gap-1.5 rounded-xl bg-muted px-4 py-3 text-sm" aria-live="polite">
      <p className="wrap-anywhere">
        <span className="font-medium">Buyers see:</span> {badge && `“${badge}”. `}
        {refundTerms(policy)}
      </p>
      <p className="text-muted-foreground">
        {badge
          ? "You can't decline these refunds, even after a download. Affiliate commissions are reversed, memberships end, and a parcel you shipped is refunded once it's back, or after 14 days."
          : policy.days === 0 || policy.days === null
            ? "Buyers can still ask. You grant or decline each request."
            : "You grant or decline each request. One you don't answer within three working days is granted."}
      </p>
    </div>
  );
}
