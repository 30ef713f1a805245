/** Of one video. */
export const mostCaptionLanguages = 20;

/** Of one file. */
export const largestCaptions = 2_000_000;
export const captionsTooLarge = "Use a captions file of at most 2 MB";

/** Bytes of those of all videos in a creator's texts. */
export const largestCaptionsOfAll = 50_000_000;
