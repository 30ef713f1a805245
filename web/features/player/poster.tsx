import type { Ref } from "react";
import type { Video } from "./course-outline.ts";

type Picture = NonNullable<Extract<Video, { kind: "FILE" }>["poster"]>;

/** What a creator chose to stand still before a video plays. */
export function Poster({ poster, ref }: { poster: Picture; ref?: Ref<HTMLImageElement> }) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={poster.avif} sizes="(min-width: 64rem) 56rem, 100vw" />
      <source type="image/webp" srcSet={poster.webp} sizes="(min-width: 64rem) 56rem, 100vw" />
      <img
        ref={ref}
        src={poster.src}
        alt=""
        width={poster.width}
        height={poster.height}
        className="size-full object-contain"
      />
    </picture>
  );
}
