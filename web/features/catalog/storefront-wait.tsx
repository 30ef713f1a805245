import { CalendarClock } from "lucide-react";
import type { Creator } from "#contract/accounts/accounts.ts";
import { consentText } from "#contract/mailing-list/consent-text.ts";
import { endText } from "#contract/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { PublicProduct } from "./shown-product.ts";

/** What the way to the mail of an opening is called, wherever it stands. */
export const tellMe = "Tell me when it opens";

type Opening = Pick<PublicProduct, "comingSoon" | "opensAt" | "opensZone">;

/** When it opens, by the clocks of its creator; nothing where that is not known. */
export function OpeningDate({ product, className = "" }: { product: Opening; className?: string }) {
  const { comingSoon, opensAt, opensZone } = product;
  if (!comingSoon || !opensAt || !opensZone) return null;
  return (
    <p className={`flex items-start gap-2 text-sm ${className}`}>
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand-ink" />
      <span>
        Opens <time dateTime={opensAt}>{endText(opensAt, opensZone)}</time>
      </span>
    </p>
  );
}

type Props = { product: Opening & Pick<PublicProduct, "id">; creator: Pick<Creator, "handle" | "name"> };

/** Takes the address of who wants to hear of an opening; the code that confirms it is taken on the list's page. */
export function StorefrontWait({ product, creator }: Props) {
  return (
    <form
      noValidate
      method="post"
      action={`/api/creators/${creator.handle}/subscribers/form?product=${product.id}`}
      className="grid gap-4"
      aria-label={tellMe}
    >
      <OpeningDate product={product} />
      <Field label="Email Address" required>
        <Input
          type="email"
          name="email"
          maxLength={254}
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          placeholder="you@example.com"
        />
      </Field>
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button type="submit" variant="brand" size="lg" className="store-button w-full">
        {tellMe}
      </Button>
      <p className="text-xs text-muted-foreground">{consentText(creator.name)}</p>
    </form>
  );
}
