import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type EmptyStateProps = {
  icon?: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  className?: string;
};

/** What stands where there is nothing yet: what is missing, and the next thing to do. */
export function EmptyState({ icon: Icon, title, children, action, level = 3, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames("flex flex-col items-center px-6 py-12 text-center", className)}>
      {Icon && (
        <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-brand-soft text-brand-soft-foreground">
          <Icon className="size-6" aria-hidden="true" />
        </span>
      )}
      <Heading className={level === 1 ? "text-2xl font-semibold" : "text-base font-semibold"}>
        {title}
      </Heading>
      {children && <p className="mt-1.5 max-w-md text-sm text-muted-foreground">{children}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
