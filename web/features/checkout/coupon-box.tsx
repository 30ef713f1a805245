import { Suspense, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import type { CouponProblem } from "./cart.ts";

// Most buyers have no code.
const CouponCode = loadable(
  async () => (await import("./coupon-code.tsx")).CouponCode,
  undefined,
  "coupon-code",
);

export type CouponProps = {
  /** The code that is to count; empty: none. */
  code: string;
  /** What the server, which has accepted it, says that it does here. */
  applied: "takes off" | "takes nothing off" | "ships free" | undefined;
  /** It is for first-time customers. */
  firstPurchaseOnly: boolean;
  /** What was refused, and why. */
  problem: CouponProblem | undefined;
  /** The server is being asked. */
  checking: boolean;
  onChange: (code: string) => void;
};

/** 'Have a coupon code?': a field behind a button, and what became of the code. */
export function CouponBox(props: CouponProps) {
  const { code, problem, onChange } = props;
  const [open, setOpen] = useState(false);
  // Focus follows the buyer's own steps only: a code from the address must not take it.
  const stepped = useRef(false);
  const focusAfterStep = (element: HTMLElement | null) => {
    if (!element || !stepped.current) return;
    stepped.current = false;
    element.focus();
  };

  if (code || open || problem)
    return (
      <Suspense>
        <CouponCode
          {...props}
          focusAfterStep={focusAfterStep}
          onChange={(typed) => {
            stepped.current = true;
            if (typed === "") setOpen(false);
            onChange(typed);
          }}
        />
      </Suspense>
    );
  return (
    <Button
      ref={focusAfterStep}
      variant="ghost"
      size="sm"
      className="-ml-3 w-fit text-muted-foreground"
      onClick={() => {
        stepped.current = true;
        setOpen(true);
      }}
    >
      Have a coupon code?
    </Button>
  );
}
