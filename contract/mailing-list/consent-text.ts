/** What whoever joins agrees to; it is kept with their address as it stood on the page. */
export const consentText = (creatorName: string): string =>
  `By joining you ask ${creatorName} for mails about what they make and sell. Every mail ends it with one press.`;
