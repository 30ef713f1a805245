/** The page of a product in its creator's store. */
export const productPath = (handle: string, { slug }: { slug: string }): string => `/u/${handle}/${slug}`;

/** Where an address is left to hear of its opening. */
export const waitPath = (handle: string, { id }: { id: string }): string => `/u/${handle}/join?product=${id}`;

/** Where the page of a product says what buyers think of it. */
export const ratingPath = (handle: string, product: { slug: string }): string =>
  `${productPath(handle, product)}#reviews`;
