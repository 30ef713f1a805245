const mostCharacters = 300;

/** What a server or a program said, without the addresses in it: whose mail it was is nobody's business here. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:@]*@[^\s<>"'(),;:]+/g, "…@…").slice(0, mostCharacters);
