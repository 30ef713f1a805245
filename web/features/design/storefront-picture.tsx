import { Play } from "lucide-react";
import type { Picture } from "#contract/values.ts";
import { outsideLink } from "./outside-link.ts";
import type { ShownBlock } from "./shown-blocks.ts";

const sizes = "(min-width: 48rem) 44rem, 92vw";

/** A picture, which may lead somewhere. */
export function StorefrontPicture({ block }: { block: Extract<ShownBlock, { kind: "picture" }> }) {
  const { picture, address } = block;
  if (address === "") return <BlockPicture picture={picture} />;
  return (
    <a className="store-picture-link" aria-label={picture.alt || undefined} {...outsideLink(address)}>
      <BlockPicture picture={picture} />
      {picture.alt === "" && <span className="sr-only">{address}</span>}
    </a>
  );
}

/** A picture that leads to a video: the video's own site is asked for nothing before that. */
export function StorefrontVideo({ block }: { block: Extract<ShownBlock, { kind: "video" }> }) {
  const { title, picture, address } = block;
  const site = /vimeo\.com/i.test(new URL(address).hostname) ? "Vimeo" : "YouTube";
  return (
    <a className="store-video store-box" {...outsideLink(address)}>
      {picture && <BlockPicture picture={{ ...picture, alt: "" }} />}
      <span className="store-video-line">
        <span className="store-video-play">
          <Play aria-hidden="true" />
        </span>
        <span>
          <bdi>{title || "Watch the video"}</bdi> <span className="store-video-site">on {site}</span>
        </span>
      </span>
    </a>
  );
}

function BlockPicture({ picture: { avif, webp, src, alt, width, height } }: { picture: Picture }) {
  return (
    <picture className="store-picture">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      <img src={src} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    </picture>
  );
}
