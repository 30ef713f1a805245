import type { Picture } from "#contract/values.ts";
import type { ProductPage } from "./shown-product.ts";
import { StorefrontCover, StorefrontPicture } from "./storefront-cover.tsx";

type Props = { product: Pick<ProductPage, "cover" | "pictures" | "type"> };

const sizes = "(min-width: 64rem) 44rem, 100vw";

/** A product's pictures: to be swiped, scrolled by keys, or chosen by their small ones. Works without a script. */
export function StorefrontGallery({ product }: Props) {
  const pictures = [...(product.cover ? [product.cover] : []), ...product.pictures];
  const [only] = pictures;
  if (pictures.length < 2) {
    const cover = only ?? null;
    return (
      <div className="store-box overflow-hidden rounded-2xl border border-border">
        <StorefrontCover product={{ type: product.type, cover }} eager sizes={sizes} />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <ul
        aria-label="Pictures"
        // A place that scrolls is reached and moved by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="store-gallery store-box flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-2xl border border-border"
      >
        {pictures.map((picture, index) => (
          <li key={picture.src} id={pictureId(index)} className="w-full shrink-0 scroll-mt-20 snap-start">
            <StorefrontPicture picture={picture} eager={index === 0} sizes={sizes} />
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.src}>
            <a
              href={`#${pictureId(index)}`}
              aria-label={labelOf(picture, index, pictures.length)}
              className="store-box block w-16 overflow-hidden rounded-lg border border-border hover:border-foreground sm:w-20"
            >
              <StorefrontPicture picture={{ ...picture, alt: "" }} eager={false} sizes="5rem" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const pictureId = (index: number) => `pic-${index + 1}`;

const labelOf = ({ alt }: Picture, index: number, count: number) =>
  `Picture ${index + 1} of ${count}${alt && `: ${alt}`}`;
