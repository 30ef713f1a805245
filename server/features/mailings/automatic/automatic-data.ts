/** What a row of `promotions` knows of the occasion: who, as they gave their name, and with what it happened. */
export type AutomaticData = {
  automaticMailId: string;
  name: string;
  productId: string | null;
  /** What members can read; its product is then the membership, or null for all of them. */
  postId: string | null;
};
