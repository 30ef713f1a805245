import type { Shelf } from "./library-query.ts";

/** Whose shelf it is, with their picture and the way to their store. */
export function ShelfHeading({ id, creator }: { id: string; creator: Shelf["creator"] }) {
  const { handle, name, avatar } = creator;
  return (
    <div className="flex items-center gap-3">
      {avatar ? (
        <picture className="shrink-0">
          <source type="image/avif" srcSet={avatar.avif} sizes="44px" />
          <source type="image/webp" srcSet={avatar.webp} sizes="44px" />
          <img src={avatar.src} alt="" width={44} height={44} className="size-11 rounded-full object-cover" />
        </picture>
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-lg font-semibold text-brand-soft-foreground"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <h2 id={id} className="min-w-0 grow text-xl leading-snug font-semibold tracking-tight wrap-anywhere">
        {name}
      </h2>
      <a
        href={`/u/${handle}`}
        aria-label={`Visit store of ${name}`}
        className="inline-flex h-11 shrink-0 items-center rounded-lg text-sm font-medium underline underline-offset-4"
      >
        Visit store
      </a>
    </div>
  );
}
