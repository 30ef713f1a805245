import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";

type PanelHeadingProps = {
  title: string;
  backLabel: string;
  onBack: () => void;
  /** Under the title. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** The head of a panel that took the place of a list. It takes the focus, so that eyes, keyboard and reader begin here. */
export function PanelHeading({ title, backLabel, onBack, children, actions }: PanelHeadingProps) {
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={top} className="mb-5 grid scroll-mt-20 gap-3">
      <Button variant="ghost" size="sm" onClick={onBack} className="-ml-3 w-fit">
        <ArrowLeft aria-hidden="true" /> {backLabel}
      </Button>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h2
            dir="auto"
            ref={heading}
            tabIndex={-1}
            className="text-xl font-semibold tracking-tight wrap-anywhere outline-none"
          >
            {title}
          </h2>
          {children}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
