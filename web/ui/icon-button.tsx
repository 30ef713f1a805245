import { Button, type ButtonProps } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

/** A button that shows only an icon; its label is read aloud and shown as a tooltip. */
export function IconButton({ label, variant = "ghost", ...props }: ButtonProps & { label: string }) {
  return (
    <Tooltip text={label}>
      <Button variant={variant} size="icon" aria-label={label} {...props} />
    </Tooltip>
  );
}
