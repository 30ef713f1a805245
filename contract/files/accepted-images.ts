/** For `<input accept>` of pictures. */
export const acceptedImages = "image/png,image/jpeg,image/webp,image/gif,image/avif";

/** What a field that takes a picture says. */
export const imageHint = "PNG, JPEG, WebP, GIF, or AVIF, up to 10 MB. Animations show their first frame.";
