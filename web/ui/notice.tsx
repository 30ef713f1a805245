import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

type NoticeProps = {
  tone: "warning" | "destructive";
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
};

const tones = {
  warning: "bg-warning-soft text-warning-soft-foreground",
  destructive: "bg-destructive-soft text-destructive-soft-foreground",
};

/** Something that wants the creator's attention. */
export function Notice({ tone, icon: Icon, title, children, actions }: NoticeProps) {
  return (
    <section aria-label={title} className={classNames("flex gap-3 rounded-xl p-4 text-sm", tones[tone])}>
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold">{title}</p>
        <div className="grid gap-1 wrap-anywhere">{children}</div>
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </section>
  );
}
