import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A raised surface; fill it with CardHeader and CardBody, or freely. */
export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={classNames(
        "rounded-2xl border border-border bg-card text-card-foreground shadow-sm",
        className,
      )}
      {...props}
    />
  );
}

type CardHeaderProps = { title: ReactNode; description?: ReactNode; action?: ReactNode; level?: 2 | 3 };

/** A card's heading, what it is about, and one action at its right. */
export function CardHeader({ title, description, action, level = 2 }: CardHeaderProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
      <div className="grid min-w-0 gap-1">
        <Heading className="text-base font-semibold wrap-anywhere">{title}</Heading>
        {description && <p className="text-sm text-muted-foreground">{description}</p>}
      </div>
      {action}
    </div>
  );
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={classNames("p-5 sm:p-6", className)} {...props} />;
}
