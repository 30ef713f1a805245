import { AtSign, Camera, type LucideIcon, MessageCircle } from "lucide-react";
import type { Platform } from "#contract/social/social-accounts.ts";

/** The platforms in the order in which they are offered. */
export const platformOrder = ["INSTAGRAM", "TWITTER", "FACEBOOK"] as const satisfies readonly Platform[];

/** The picture beside a platform's name. */
export const platformIcon: Readonly<Record<Platform, LucideIcon>> = {
  INSTAGRAM: Camera,
  TWITTER: AtSign,
  FACEBOOK: MessageCircle,
};

/** Who lets apps connect to a platform. */
export const provider: Readonly<Record<Platform, string>> = {
  INSTAGRAM: "Meta",
  TWITTER: "X",
  FACEBOOK: "Meta",
};
