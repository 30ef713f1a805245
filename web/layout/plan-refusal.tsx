import { Gauge } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { Notice } from "#web/ui/notice.tsx";
import { PlansLink } from "./plans-link.tsx";

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
  // The button that was pressed may be far below. (Browsers answer with a promise, which is no clean-up.)
  useEffect(() => void box.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={box} role="alert">
      <Notice
        tone="warning"
        icon={Gauge}
        title="A limit of your plan"
        actions={
          <PlansLink
            here={here}
            onClick={(event) => {
              if (leavesThisTab(event)) onLeave();
            }}
          />
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
