import { isolated } from "#contract/isolated.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { callApi } from "#web/api.ts";

/** Something that a text may show by its id, and what it is called. */
export type Named = { id: string; name: string };

export type BlockNames = ReturnType<typeof createBlockNames>;

/** What the products and files of one editor's text are called: a text has only their ids. */
export function createBlockNames() {
  const listeners = new Set<() => void>();
  let products: readonly Named[] | undefined;
  let files: readonly Named[] = [];
  let isAsked = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Undefined until they are known; they are asked for when they are first wanted. */
    products: () => {
      if (!isAsked) {
        isAsked = true;
        callApi(listMyProducts).then(
          (list) => {
            products = list.map(({ id, title, active }) => ({
              id,
              name: active ? title : `${isolated(title)} (not on sale)`,
            }));
            tell();
          },
          // Asked again when they are wanted next.
          () => (isAsked = false),
        );
      }
      return products;
    },
    files: () => files,
    setFiles: (next: readonly Named[]) => {
      if (JSON.stringify(next) === JSON.stringify(files)) return;
      files = next;
      tell();
    },
  };
}
