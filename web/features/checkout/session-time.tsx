import { useCallback, useState, useSyncExternalStore } from "react";
import { listSessionTimes } from "#contract/bookings/bookings.ts";
import { callApi } from "#web/api.ts";
import { SlotPicker } from "#web/layout/slot-picker/slot-picker.tsx";
import type { Product } from "./cart.ts";

type Props = {
  product: Product;
  /** What the last press of pay was refused with: somebody may have been faster. */
  refused: string | undefined;
  disabled: boolean;
};

/** When the session is to be: kept in this tab until it is bought. */
export function SessionTime({ product: { id, creator }, refused, disabled }: Props) {
  const [chosen, setChosen] = useState<string>();
  const key = `session-time:${id}`;
  // The server does not know what a tab has kept.
  const before = useSyncExternalStore(
    neverChanges,
    () => kept(key),
    () => "",
  );
  const startsAt = chosen ?? before;
  const choose = useCallback(
    (start: string) => {
      setChosen(start);
      keep(key, start);
    },
    [key],
  );
  return (
    <section aria-labelledby="session-time" className="grid gap-4 border-t border-border pt-5">
      <h3 id="session-time" className="text-base font-semibold">
        When
      </h3>
      <SlotPicker
        listKey={[listSessionTimes.url, id]}
        load={(from, signal) =>
          callApi(listSessionTimes, { params: { id }, querystring: { from } }, { signal })
        }
        seller={creator.name}
        value={startsAt}
        onChange={choose}
        version={refused}
        disabled={disabled}
      />
      <input type="hidden" name="startsAt" value={startsAt} />
    </section>
  );
}

const neverChanges = () => () => {};

/** A browser may keep nothing at all. */
function kept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // It is chosen for as long as the page is open.
  }
}
