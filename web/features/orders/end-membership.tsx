import { Checkbox } from "#web/ui/checkbox.tsx";

type Props = { id: string; ends: boolean; onChange: (ends: boolean) => void };

/** Whether a refund ends the membership that was paid for, and what that means. */
export function EndMembership({ id, ends, onChange }: Props) {
  return (
    <label htmlFor={`${id}-end`} className="flex items-start gap-3 text-sm">
      <Checkbox id={`${id}-end`} checked={ends} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        Also end the membership
        <span className="block text-muted-foreground">
          {ends
            ? "Once the money has gone back it closes, and nothing more is billed."
            : "Otherwise it goes on, and is billed again when its period ends."}
        </span>
      </span>
    </label>
  );
}
