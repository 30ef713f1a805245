import type { Config } from "#server/config.ts";

/** What a running server says on the console. */
export function whereToLook({ publicUrl: { origin }, mode }: Pick<Config, "publicUrl" | "mode">): string {
  const lines = [`Openstall is running at ${origin}`];
  if (mode === "local") {
    lines.push(
      `  Demo storefront   ${origin}/u/demo`,
      `  Sign in           ${origin}/api/login   (button "Continue as the demo creator", or a code by mail)`,
      `  Mailbox           ${origin}/dev/mailbox`,
      `  API               ${origin}/api/docs`,
      `  Test card         4242 4242 4242 4242, any future date, any code`,
    );
  }
  return lines.join("\n");
}
