import { eq } from "drizzle-orm";
import { trialDays } from "#contract/plans/plan-terms.ts";
import { users } from "#server/database/schema/accounts.ts";
import { storeImage } from "#server/features/files/images.ts";
import type { Services } from "#server/services.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";
import { readPortrait } from "./demo-assets.ts";

/** The demo creator, with a portrait, on the Pro plan. */
export async function seedCreator(services: Services): Promise<{ id: string }> {
  const { db, clock } = services;
  const joined = new Date(clock.now().getTime() - 120 * 86_400_000);
  const { handle, firstName, lastName, email, tagline, bio, postalAddress } = DEMO_CREATOR;
  const [creator] = await db
    .insert(users)
    .values({
      email,
      handle,
      firstName,
      lastName,
      tagline,
      bio,
      postalAddress,
      givenPlan: "PRO",
      guaranteedRefundDays: 30,
      shipsFrom: "PT",
      trialEndsAt: new Date(joined.getTime() + trialDays * 86_400_000),
      profileCompletedAt: joined,
      createdAt: joined,
      updatedAt: joined,
    })
    .returning({ id: users.id });
  if (!creator) throw new Error("the demo creator was not written");
  const alt = `Portrait of ${firstName} ${lastName}`;
  const image = await storeImage(services, {
    ownerId: creator.id,
    kind: "avatar",
    data: await readPortrait(),
    alt,
    generated: true,
  });
  await db.update(users).set({ avatarImageId: image.id }).where(eq(users.id, creator.id));
  return creator;
}
