import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";

/** The nonce this response's content security policy allows; the page server sets it on each request it hands to us. */
export const scriptNonce = createIsomorphicFn()
  .server((): string | undefined => {
    try {
      return getRequestHeader("x-openstall-nonce");
    } catch {
      return undefined; // outside a request, when the page server asks for a page's mode
    }
  })
  .client((): string | undefined => undefined);
