import { useId } from "react";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/input.tsx";
import { amountProblem, isWhole, type RefundDraft, understoodText } from "./refund-draft.ts";

type RefundLineProps = {
  draft: RefundDraft;
  format: (cents: number) => string;
  onChange: (next: Partial<RefundDraft>) => void;
};

/** One line to refund: whether, how much, and whether it goes back in stock. */
export function RefundLine({ draft, format, onChange }: RefundLineProps) {
  const { line, chosen, amount, restock } = draft;
  const id = useId();
  const problem = chosen ? amountProblem(draft, format) : undefined;
  const understood = understoodText(amount);
  return (
    <div className="grid gap-3 rounded-xl border border-border p-4">
      <div className="flex items-start justify-between gap-3">
        <label htmlFor={`${id}-chosen`} className="flex min-w-0 items-start gap-3 text-sm">
          <Checkbox
            id={`${id}-chosen`}
            checked={chosen}
            onChange={(event) => onChange({ chosen: event.currentTarget.checked })}
          />
          <span className="min-w-0">
            <span dir="auto" className="block font-medium wrap-anywhere">
              {line.title}
            </span>
            <span className="text-muted-foreground">{format(line.refundableCents)} left</span>
          </span>
        </label>
        <div className="w-28 shrink-0">
          <Input
            prefix="$"
            inputMode="decimal"
            aria-label={`Amount: ${line.title}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : understood ? `${id}-understood` : undefined}
            value={amount}
            onChange={(event) => onChange({ amount: event.currentTarget.value, chosen: true })}
            className="text-right tabular-nums"
          />
          {understood && (
            <p id={`${id}-understood`} className="mt-1 text-right text-sm text-muted-foreground tabular-nums">
              = {understood}
            </p>
          )}
        </div>
      </div>
      {problem && (
        <p id={`${id}-problem`} className="text-sm font-medium text-destructive-soft-foreground">
          {problem}
        </p>
      )}
      {line.tracksInventory && chosen && isWhole(draft) && (
        <label htmlFor={`${id}-restock`} className="flex items-center gap-3 text-sm">
          <Checkbox
            id={`${id}-restock`}
            checked={restock}
            onChange={(event) => onChange({ restock: event.currentTarget.checked })}
          />
          Put back in stock
        </label>
      )}
    </div>
  );
}
