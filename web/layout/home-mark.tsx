import { Logo } from "#web/ui/logo.tsx";

/** Our name on a page that is a creator's, and the way to us; nothing where their plan takes it off. */
export function HomeMark({ of }: { of: { isWhiteLabel: boolean } }) {
  if (of.isWhiteLabel) return null;
  return (
    <a href="/" aria-label="Openstall home" className="inline-flex h-11 items-center">
      <Logo />
    </a>
  );
}
