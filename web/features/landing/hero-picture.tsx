import { Check } from "lucide-react";

/** A drawing, not data: a fan asks in a DM, the reply carries the product, the product is sold. */
export function HeroPicture() {
  return (
    <div aria-hidden="true" className="relative isolate mx-auto w-full max-w-sm select-none">
      <div className="glow absolute -inset-16 -z-10" />
      <div className="overflow-hidden rounded-3xl border border-border bg-card shadow-lg">
        <div className="awning h-9" />
        <div className="grid gap-3 px-5 pt-5 pb-14">
          <div className="mb-1 flex items-center gap-3">
            <span className="portrait size-11 rounded-full" />
            <div>
              <p className="font-semibold">Maya Rivers</p>
              <p className="text-sm text-muted-foreground">@maya</p>
            </div>
          </div>
          <p className="w-fit rounded-2xl rounded-bl-md bg-muted px-4 py-2.5 text-sm">
            Loved the reel! How do I get the <b className="font-semibold">PLAYBOOK</b>?
          </p>
          <p className="ml-auto w-fit max-w-[85%] rounded-2xl rounded-br-md bg-brand px-4 py-2.5 text-sm text-brand-foreground">
            So glad you asked! Here it is. The first lesson is free:
          </p>
          <div className="ml-auto w-[85%] overflow-hidden rounded-2xl border border-border">
            <div className="cover h-24" />
            <div className="grid gap-2.5 p-3.5">
              <div className="flex items-baseline justify-between gap-2">
                <p className="text-sm font-semibold">The Launch Playbook</p>
                <p className="text-sm font-semibold">$49.00</p>
              </div>
              <p className="rounded-lg bg-primary py-2 text-center text-sm font-medium text-primary-foreground">
                Enroll
              </p>
            </div>
          </div>
        </div>
      </div>
      <div className="absolute -bottom-6 -left-3 flex items-center gap-3 rounded-2xl border border-border bg-popover px-4 py-3 shadow-lg sm:-left-10">
        <span className="grid size-8 place-items-center rounded-full bg-success-soft text-success-soft-foreground">
          <Check className="size-4" />
        </span>
        <p className="text-sm leading-tight font-medium">
          New order
          <span className="block text-xs font-normal text-muted-foreground">from keyword “playbook”</span>
        </p>
      </div>
    </div>
  );
}
