import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { Choice } from "./use-choice.ts";

type ChoiceBarProps = {
  /** "Chosen people". */
  label: string;
  choice: Choice;
  /** How many of those that were chosen by hand there still are, where that is known. */
  count?: number;
  /** How many the list has in all, where all of them can be chosen at once. */
  total?: number;
  /** What can be done with them. */
  children: ReactNode;
};

/** What can be done with the rows that are chosen, at the foot of the screen; nothing while none are. */
export function ChoiceBar({ label, choice, count = choice.ids.size, total = 0, children }: ChoiceBarProps) {
  const { isAll, chooseAll, clear } = choice;
  if (count === 0 && !isAll) return null;
  return (
    <Card className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 mt-4 shadow-lg lg:bottom-4">
      <section aria-label={label} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3 sm:px-5">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 text-sm max-sm:w-full">
          <span role="status" className="font-medium tabular-nums">
            {isAll ? `All ${counted(total)} chosen` : `${counted(count)} chosen`}
          </span>
          {!isAll && total > count && (
            <Button variant="outline" size="sm" onClick={chooseAll}>
              Choose all {counted(total)}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={clear}>
            Clear
          </Button>
        </div>
        {children}
      </section>
    </Card>
  );
}

const counted = (count: number) => count.toLocaleString("en-US");
