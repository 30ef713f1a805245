import { classNames } from "#web/ui/class-names.ts";

/** Marks what a demo shows in place of figures and people of its own. */
export const ExampleContent = ({ className }: { className?: string }) => (
  <p className={classNames("text-center text-sm text-muted-foreground", className)}>Example content</p>
);
