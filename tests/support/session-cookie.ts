import { createSession, sessionCookieName } from "#server/features/accounts/sessions.ts";
import type { Services } from "#server/services.ts";

/** The Cookie header of a browser that is signed in as this creator, for requests that go past `app.as`. */
export async function sessionCookieOf(
  { services }: { services: Services },
  creator: { id: string },
): Promise<string> {
  const { token } = await createSession(services, {
    userId: creator.id,
    method: "CODE",
    userAgent: "test",
    ip: "127.0.0.1",
  });
  return `${sessionCookieName(services.config)}=${token}`;
}
