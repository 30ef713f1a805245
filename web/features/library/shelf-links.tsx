import type { Shelf } from "./library-query.ts";

/** Leads to each creator's shelf, where there are many. */
export function ShelfLinks({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <nav aria-label="Creators" className="mt-2">
      <ul className="flex flex-wrap gap-2">
        {shelves.map(({ creator }) => (
          <li key={creator.handle} className="min-w-0">
            <a
              href={`#${shelfId(creator.handle)}`}
              className="inline-flex h-11 max-w-full items-center rounded-full border border-input bg-card px-4 text-sm font-medium hover:bg-accent"
            >
              <span dir="auto" className="truncate">
                {creator.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** By which the page's address names a creator's shelf. */
export const shelfId = (handle: string): string => `from-${handle}`;
