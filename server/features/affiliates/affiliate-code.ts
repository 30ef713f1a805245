/** What a code of an affiliate link looks like; its case does not count. */
export const affiliateCode = /^[A-Za-z0-9_-]{3,40}$/;
