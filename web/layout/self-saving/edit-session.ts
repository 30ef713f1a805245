import { ApiError } from "#web/api.ts";
import { shopNow } from "#web/shop-now.ts";
import type { EditCalls, EditRules, EditSession, EditState, FieldOf, SaveStatus } from "./save-state.ts";

const typingPauseMs = 800;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Keeps what is typed into one thing and saves it by itself: 800 ms after the last change or when it is flushed, one save
 * at a time, again and again while the server cannot be reached. A change that another tab saved in between is merged
 * where the two touched different fields; where they touched the same one, it waits for `decide`. What does not save
 * itself waits for `submit`. `kept` is what was typed before a reload.
 */
export function editSession<Item extends { revision: number }, Fields extends object, Change extends object>(
  rules: EditRules<Item, Fields, Change>,
  start: Item,
  calls: EditCalls<Item, Change>,
  kept: Fields = rules.fieldsOf(start),
): EditSession<Item, Fields, Change> {
  type State = EditState<Item, Fields>;
  type Field = FieldOf<Fields>;
  const { fieldsOf } = rules;
  const untouched: SaveStatus<Field> = { step: "saved", at: undefined, merged: false };
  let state: State = { item: start, fields: kept, errors: {}, status: untouched, isMerged: false };
  let conflicts: readonly Field[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  const listeners = new Set<() => void>();

  const set = (next: Partial<State>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const hasUnsaved = () => running !== undefined || !isEmpty(rules.changeOf(state.item, state.fields));
  /** What there is to send: a field that was refused waits until it is changed. */
  const pending = () => rules.changeOf(state.item, { ...state.fields, ...keptOf() });
  if (hasUnsaved()) state = { ...state, status: { step: "unsaved" } };

  /** The saved values of the fields that are refused as they are. */
  function keptOf(): Partial<Fields> {
    const saved = Object.entries(fieldsOf(state.item));
    return Object.fromEntries(saved.filter(([field]) => field in state.errors)) as Partial<Fields>;
  }

  function change(fields: Partial<Fields>) {
    const errors = { ...state.errors };
    for (const field of Object.keys(fields)) delete errors[field as Field];
    set({ fields: { ...state.fields, ...fields }, errors, isMerged: false });
    if (!running && state.status.step !== "gone") updateStatus(typingPauseMs);
  }

  /** Says how it stands, and saves what there is to save after a while. */
  function updateStatus(delayMs: number, savedAt?: Date) {
    clearTimeout(timer);
    if (conflicts.length > 0) return set({ status: { step: "conflict", fields: conflicts } });
    if (!isEmpty(pending())) {
      set({ status: { step: "unsaved" } });
      return saveIn(delayMs);
    }
    const [message] = Object.values<string | undefined>(state.errors);
    const { isMerged: merged } = state;
    set({ status: message ? { step: "refused", message } : { step: "saved", at: savedAt, merged } });
  }

  function saveIn(delayMs: number) {
    clearTimeout(timer);
    if (rules.savesItself(state.item)) timer = setTimeout(() => void save(), delayMs);
  }

  /** Saves what there is, and what is typed meanwhile. Does not fail: the status tells. */
  async function save(): Promise<void> {
    clearTimeout(timer);
    if (running) {
      await running;
      return state.status.step === "unsaved" ? save() : undefined;
    }
    if (!rules.savesItself(state.item) || isEmpty(pending()) || isStuck()) return;
    await send(pending(), { ...state.fields, ...keptOf() });
  }

  const isStuck = () => conflicts.length > 0 || state.status.step === "gone";

  /** Whether the server took it. */
  async function send(change: Change, sent: Fields): Promise<boolean> {
    let isTaken = false;
    set({ status: { step: "saving" } });
    running = (async () => {
      try {
        const item = await calls.save({ ...change, revision: state.item.revision });
        failures = 0;
        isTaken = true;
        accept(item, sent);
      } catch (error) {
        await refuse(error);
      }
    })().finally(() => {
      running = undefined;
      // Whether something is unsaved is another answer now.
      set({});
    });
    await running;
    return isTaken;
  }

  /** The server took `sent`; it may have written it in its own way (a trimmed title, captions as WebVTT). */
  function accept(item: Item, sent: Fields) {
    const { fields } = rules.merge(
      rules.withSent(sent, sent, item),
      rules.withSent(state.fields, sent, item),
      fieldsOf(item),
    );
    set({ item, fields });
    calls.onSaved(item);
    updateStatus(typingPauseMs, shopNow());
  }

  async function refuse(error: unknown) {
    const { status = 0, body = {} } = error instanceof ApiError ? error : {};
    if (status === 409 && body.code === rules.changedCode) return mergeWithTheirs();
    if (status === 404) return set({ status: { step: "gone" } });
    if (status === 401) return retry("signed-out");
    if (status === 0 || status === 429 || status >= 500) return retry("offline");
    const named = Object.entries(body.fields ?? {}).flatMap(([name, message]) => {
      const field = rules.fieldOfServer(name);
      return field ? [[field, message] as const] : [];
    });
    if (named.length === 0)
      return set({ status: { step: "refused", message: body.message ?? "This could not be saved." } });
    set({ errors: { ...state.errors, ...Object.fromEntries(named) } });
    set({ fields: rules.withoutRefused(state) });
    updateStatus(0);
  }

  function retry(step: "signed-out" | "offline") {
    set({ status: { step, retries: rules.savesItself(state.item) } });
    saveIn(Math.min(longestRetryMs, firstRetryMs * 2 ** failures++));
  }

  async function mergeWithTheirs() {
    let item: Item | undefined;
    try {
      item = await calls.load();
    } catch (error) {
      return retry(error instanceof ApiError && error.status === 401 ? "signed-out" : "offline");
    }
    if (!item) return set({ status: { step: "gone" } });
    const together = rules.merge(fieldsOf(state.item), state.fields, fieldsOf(item));
    conflicts = together.conflicts;
    set({ item, fields: together.fields, isMerged: true });
    calls.onSaved(item);
    updateStatus(0, shopNow());
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => state,
    change,
    flush: save,
    async submit(changeOf) {
      await running;
      clearTimeout(timer);
      if (isStuck()) return false;
      // All of it is asked again: what a field was refused for may have gone since.
      set({ errors: {} });
      return send(changeOf(state.item, state.fields), state.fields);
    },
    decide(field, whose) {
      conflicts = conflicts.filter((each) => each !== field);
      if (whose === "theirs") set({ fields: { ...state.fields, [field]: fieldsOf(state.item)[field] } });
      updateStatus(0, shopNow());
    },
    sync(item) {
      if (item.revision > state.item.revision && !hasUnsaved()) set({ item, fields: fieldsOf(item) });
    },
    hasUnsaved,
    drop() {
      clearTimeout(timer);
      conflicts = [];
      set({ fields: fieldsOf(state.item), errors: {}, status: untouched, isMerged: false });
    },
  };
}

const isEmpty = (change: object) => Object.keys(change).length === 0;
