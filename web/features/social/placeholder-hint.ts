/** Says which placeholders a reply may hold. */
export const placeholderHint =
  "{first_name}, {username} and {product} are filled in. {first_name|friend} says “friend” where the name is not known.";
