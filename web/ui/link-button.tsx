import type { ComponentProps } from "react";
import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style.ts";

type LinkButtonProps = ComponentProps<"a"> & { href: string; variant?: ButtonVariant; size?: ButtonSize };

/** A real link that looks like a button. */
export function LinkButton({ variant, size, className, children, ...props }: LinkButtonProps) {
  return (
    <a className={buttonStyle(variant, size, className)} {...props}>
      {children}
    </a>
  );
}
