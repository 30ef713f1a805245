import type { Picture } from "#contract/values.ts";

const sizes = {
  /** In a list. */
  small: { width: 64, height: 40, className: "h-10 w-16 rounded-md" },
  /** In a summary of what is bought. */
  medium: { width: 96, height: 60, className: "h-15 w-24 rounded-lg" },
};

/** A product's cover beside its title, which is why it needs no text of its own. */
export function CoverThumbnail({ cover, size }: { cover: Picture; size: keyof typeof sizes }) {
  const { width, height, className } = sizes[size];
  return (
    <picture className="shrink-0">
      <source type="image/avif" srcSet={cover.avif} sizes={`${width}px`} />
      <source type="image/webp" srcSet={cover.webp} sizes={`${width}px`} />
      <img
        src={cover.src}
        alt=""
        width={width}
        height={height}
        loading={size === "small" ? "lazy" : "eager"}
        className={`bg-muted object-cover ${className}`}
      />
    </picture>
  );
}
