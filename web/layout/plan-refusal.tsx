import { Gauge } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { planPathFrom } from "./plan-way.ts";

type Props = {
  /** What the server said: limit, use, plan and price. */
  message: string;
  /** Where to go on afterwards: this page, with what is half done in it. */
  here: string;
  onLeave: () => void;
};

/** What a plan does not allow, and the way to one that does. */
export function PlanRefusal({ message, here, onLeave }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far below.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={box} role="alert">
      <Notice
        tone="warning"
        icon={Gauge}
        title="A limit of your plan"
        actions={
          <LinkButton
            variant="outline"
            href={planPathFrom(here)}
            onClick={(event) => {
              if (leavesThisTab(event)) onLeave();
            }}
          >
            See the plans
          </LinkButton>
        }
      >
        <p>{message} What you typed stays here until you are back.</p>
      </Notice>
    </div>
  );
}

/** A press with a key held opens another tab or window, and this one stays as it is. */
const leavesThisTab = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey);
