import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "brand" | "secondary" | "outline" | "ghost" | "destructive";
export type ButtonSize = "sm" | "md" | "lg" | "icon";

const base =
  "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium select-none transition-[background-color,border-color,color,box-shadow,transform] duration-150 active:scale-[0.985] disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:shrink-0";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-primary-foreground shadow-xs hover:bg-primary-hover",
  brand: "bg-brand text-brand-foreground shadow-xs hover:bg-brand-hover",
  secondary: "bg-secondary text-secondary-foreground hover:bg-secondary-hover",
  outline: "border border-input bg-card text-foreground shadow-xs hover:bg-accent",
  ghost: "text-foreground hover:bg-accent",
  destructive: "bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive-hover",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-8 px-3 text-sm pointer-coarse:h-11 [&_svg]:size-4",
  md: "h-10 px-4 text-sm pointer-coarse:h-11 [&_svg]:size-4",
  lg: "h-12 px-6 text-base [&_svg]:size-5",
  icon: "size-9 pointer-coarse:size-11 [&_svg]:size-4.5",
};

/** The classes of a button or of a link that looks like one. */
export function buttonStyle(variant: ButtonVariant = "primary", size: ButtonSize = "md", className?: string) {
  return classNames(base, variants[variant], sizes[size], className);
}
