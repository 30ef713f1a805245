/** How it stands with what was typed. */
export type SaveStatus<Field extends string = string> =
  | { step: "saved"; at: Date | undefined; merged: boolean }
  | { step: "unsaved" }
  | { step: "saving" }
  /** The server could not be reached, or was not well; `retries`: it is tried again. */
  | { step: "offline"; retries: boolean }
  /** Nobody is signed in any more; `retries`: it is tried again. */
  | { step: "signed-out"; retries: boolean }
  /** The server does not take some of it as it is; the rest is saved. */
  | { step: "refused"; message: string }
  /** Somebody else changed the same fields: each waits for a decision. */
  | { step: "conflict"; fields: readonly Field[] }
  /** It was deleted elsewhere. */
  | { step: "gone" };

/** What somebody writes, and how it stands with it. */
export type EditState<Item, Fields> = {
  /** As the server last told it. */
  item: Item;
  /** As it is on screen. */
  fields: Fields;
  /** Why the server does not take fields as they are. */
  errors: Partial<Record<FieldOf<Fields>, string>>;
  status: SaveStatus<FieldOf<Fields>>;
  /** What another tab saved was put together with what is on screen. */
  isMerged: boolean;
};

export type FieldOf<Fields> = keyof Fields & string;

/** What is particular to a thing that is written. */
export type EditRules<Item, Fields, Change> = {
  fieldsOf: (item: Item) => Fields;
  /** What the server is to be told; without any field where nothing has changed. */
  changeOf: (item: Item, fields: Fields) => Change;
  /** Puts two changes of one thing together; `conflicts` are the fields that somebody has to decide. */
  merge: (base: Fields, mine: Fields, theirs: Fields) => { fields: Fields; conflicts: FieldOf<Fields>[] };
  /** Where a field's message of the server belongs. */
  fieldOfServer: (name: string) => FieldOf<Fields> | undefined;
  /** The code with which the server says that there is a newer revision. */
  changedCode: string;
  /** Whether it is saved while it is written; else it waits for `submit`. */
  savesItself: (item: Item) => boolean;
  /** What takes the place of what was sent, in `sent` itself and in what is on screen by now. */
  withSent: (fields: Fields, sent: Fields, item: Item) => Fields;
  /** What stays on screen of fields that were refused. */
  withoutRefused: (state: EditState<Item, Fields>) => Fields;
};

export type EditCalls<Item, Change> = {
  save: (change: Change & { revision: number }) => Promise<Item>;
  /** As it is now on the server; undefined where it is no more. */
  load: () => Promise<Item | undefined>;
  onSaved: (item: Item) => void;
};

/** Something that is written and saved, at work: see `editSession`. */
export type EditSession<Item, Fields, Change> = {
  subscribe: (listener: () => void) => () => void;
  current: () => EditState<Item, Fields>;
  change: (fields: Partial<Fields>) => void;
  /** Saves at once what has not been saved; resolves once it was tried. */
  flush: () => Promise<void>;
  /** Saves what is on screen as somebody asks for it, with what only they can say. Whether the server took it. */
  submit: (changeOf: (item: Item, fields: Fields) => Change) => Promise<boolean>;
  /** Decides one field that was changed here and elsewhere. Once all are decided, it is saved. */
  decide: (field: FieldOf<Fields>, whose: "mine" | "theirs") => void;
  /** Takes a newer state that arrived by another way, unless something is not saved here. */
  sync: (item: Item) => void;
  hasUnsaved: () => boolean;
  /** Forgets what is not saved. */
  drop: () => void;
};
