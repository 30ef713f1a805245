import type { Design } from "#contract/design/design.ts";
import type { getMyDesign, updateMyDesign } from "#contract/design/studio.ts";
import { ApiError, errorMessage, type Input, isUnauthorized, type Output } from "#web/api.ts";
import { askBeforeUnload } from "#web/layout/ask-before-unload.ts";
import { refusedField } from "#web/layout/report-failure.ts";
import { isSameValue } from "./merge-blocks.ts";
import { copyIds, mergeDesigns } from "./merge-designs.ts";

export type MyDesign = Output<typeof getMyDesign>;

type DraftState = {
  /** As the server last told it. */
  saved: MyDesign;
  /** As it is on screen. */
  mine: Design;
  /** What another tab has changed, too: of these, this tab's stands. */
  both: readonly (keyof Design)[];
  /** Why the last save failed; it is tried again. */
  problem: string | undefined;
  /** Since nobody is signed in any more. */
  isSignedOut: boolean;
};

const saves = { problem: undefined, isSignedOut: false };

type DraftCalls = {
  save: (body: Input<typeof updateMyDesign>["body"]) => Promise<MyDesign>;
  /** As it is now on the server; undefined where that cannot be read. */
  load: () => Promise<MyDesign | undefined>;
  onSaved: (answer: MyDesign) => void;
  /** It is refused for good, and was put back. */
  onRefused: (error: unknown, reason: string) => void;
};

const restMs = 400;
const retryMs = 5_000;

/**
 * A design as it is on screen, which saves itself a moment after the last choice or when it is flushed: what was changed, and
 * nothing else, one save at a time, since a second would be refused for the first one is newer. What another tab changed
 * meanwhile is taken over. It goes on where its screen is left; closing the tab asks first while anything is not saved.
 */
export function designDraft(opened: MyDesign, calls: DraftCalls) {
  let state: DraftState = { saved: opened, mine: partsOf(opened), both: [], ...saves };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let release: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const set = (next: Partial<DraftState>) => {
    state = { ...state, ...next };
    if (running !== undefined || isDirty()) release ??= askBeforeUnload();
    else {
      release?.();
      release = undefined;
    }
    for (const listener of listeners) listener();
  };
  const isDirty = () => !isSameValue(state.mine, partsOf(state.saved));

  /** Goes on from what stands there by now; what was changed here since `base` stays. */
  function catchUp(base: Design, theirs: MyDesign) {
    const { values } = mergeDesigns(base, state.mine, partsOf(theirs), copyIds());
    calls.onSaved(theirs);
    set({ saved: theirs, mine: values });
  }

  function change(parts: Partial<Design>) {
    set({ mine: { ...state.mine, ...parts } });
    if (!running) saveLater();
  }

  function saveLater() {
    clearTimeout(timer);
    if (isDirty()) timer = setTimeout(() => void flush(), state.problem === undefined ? restMs : retryMs);
  }

  /** Saves at once what is not saved, and what is chosen meanwhile; resolves once it was tried. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (running) {
      await running;
      return state.problem === undefined ? flush() : undefined;
    }
    if (!isDirty()) return;
    running = save(state.mine).finally(() => {
      running = undefined;
      // Whether something is unsaved is another answer now.
      set({});
      saveLater();
    });
    await running;
  }

  async function save(sent: Design): Promise<void> {
    const base = partsOf(state.saved);
    const changed = Object.entries(sent).filter(
      ([part, value]) => !isSameValue(value, base[part as keyof Design]),
    );
    try {
      catchUp(sent, await calls.save({ ...Object.fromEntries(changed), revision: state.saved.revision }));
      set(saves);
    } catch (error) {
      if (isUnauthorized(error)) return set({ problem: "Not saved yet", isSignedOut: true });
      const isOvertaken = error instanceof ApiError && error.status === 409;
      const theirs = isOvertaken ? await calls.load() : undefined;
      if (theirs) {
        set({ both: mergeDesigns(base, sent, partsOf(theirs), copyIds()).both });
        return catchUp(base, theirs);
      }
      // What is refused for good is put back: a product in the order was deleted meanwhile.
      const reason = refusedField(error);
      if (reason !== undefined) {
        set({ mine: base, ...saves });
        return calls.onRefused(error, reason);
      }
      set({ problem: errorMessage(error, "This could not be saved. Trying again…"), isSignedOut: false });
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => state,
    isDirty,
    change,
    flush,
    /** Takes a newer state that came by another way: what was still on its way when its screen was left. */
    sync(theirs: MyDesign) {
      if (!running && theirs.revision > state.saved.revision) catchUp(partsOf(state.saved), theirs);
    },
    /** Reads what stands there by now, after a call that was refused. */
    async reread() {
      const theirs = await calls.load();
      if (theirs) catchUp(partsOf(state.saved), theirs);
    },
    /** What a call answered stands from now on. */
    replace(answer: MyDesign) {
      clearTimeout(timer);
      calls.onSaved(answer);
      set({ saved: answer, mine: partsOf(answer) });
    },
  };
}

/** What of it is the creator's choice. */
function partsOf({ theme, accent, fonts, layout, buttons, awning, productOrder, ...rest }: MyDesign): Design {
  const { coverImageId, coverAlt, blocks } = rest;
  return { theme, accent, fonts, layout, buttons, awning, coverImageId, coverAlt, productOrder, blocks };
}
