/** What the buyer ticked of `delivery-consent.tsx`; nothing where that asked nothing. */
export function typedConsent(form: HTMLFormElement | null) {
  const fields = new FormData(form ?? undefined);
  const version = fields.get("consentVersion");
  return (
    version && {
      startsNow: fields.has("startsNow"),
      knowsRightEnds: fields.has("knowsRightEnds"),
      consentVersion: Number(version),
    }
  );
}
