import { createSession, sessionCookieName } from "#server/features/accounts/sessions.ts";
import type { Caller, TestApp } from "./test-app.ts";

/** A browser that keeps its cookies, in which a creator has just signed in by code. */
export async function signedInBrowser(
  app: TestApp,
  creator: { id: string },
): Promise<Caller & { cookies: Record<string, string> }> {
  const browser = app.browser();
  const session = { userId: creator.id, method: "CODE", userAgent: "test", ip: "127.0.0.1" } as const;
  const { token } = await createSession(app.services, session);
  browser.cookies[sessionCookieName(app.services.config)] = token;
  return browser;
}
