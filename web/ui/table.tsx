import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

/** A table that scrolls sideways inside its own region; `label` names it for screen readers. */
export function Table({ label, className, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-[inherit] focus-visible:-outline-offset-2"
    >
      <table className={classNames("w-full border-collapse text-left text-sm", className)} {...props} />
    </section>
  );
}

export function TableHeader(props: ComponentProps<"thead">) {
  return <thead className="border-b border-border text-xs text-muted-foreground" {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={classNames("divide-y divide-border", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      className={classNames("transition-colors hover:bg-muted/50 [thead_&]:hover:bg-transparent", className)}
      {...props}
    />
  );
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={classNames("px-4 py-3 font-medium whitespace-nowrap first:pl-5 last:pr-5", className)}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={classNames("px-4 py-3 align-middle first:pl-5 last:pr-5", className)} {...props} />;
}
