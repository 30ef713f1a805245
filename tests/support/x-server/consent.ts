/** Opens X's page as this person and presses a button there. Answers where the browser is sent. */
export async function answerConsent(
  address: URL,
  personId: string,
  decision: "allow" | "cancel",
): Promise<URL> {
  const page = await fetch(address);
  if (!page.ok) throw new Error(`X shows no page to agree on: ${await page.text()}`);
  const response = await fetch(address, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ person: personId, decision }),
  });
  return new URL(response.headers.get("location") ?? "");
}
