import { eq } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { browserName } from "#contract/accounts/browser-name.ts";
import { takeBackDays } from "#contract/accounts/email-change.ts";
import { resetHours } from "#contract/accounts/recovery-codes.ts";
import { momentText } from "#contract/dates.ts";
import { type Role, roleNames } from "#contract/team/roles.ts";
import { deletionDays } from "#contract/leaving/account-deletion.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import { accountEvents } from "#server/database/schema/account-events.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { factsMail } from "#server/mail/layout/facts-mail.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import { takeBackLink } from "./take-back-email.ts";

type Event = typeof accountEvents.$inferSelect;
/** What happened, and what to do where it was somebody else. */
type Words = { subject: string; said: string; otherwise: string; link: string; label: string };

/**
 * To the creator: something happened in their account that they should know of if it was not them. `changeId` is that of the
 * change since which the account has another address than this mail goes to.
 */
export async function renderAccountNotice(
  services: Services,
  { eventId, changeId }: { eventId: string; changeId?: string | undefined },
): Promise<RenderedMail> {
  const [event] = await services.db.select().from(accountEvents).where(eq(accountEvents.id, eventId));
  if (!event) throw new MailRefused("What happened is not written down any more");
  const { subject, said, otherwise, link, label } = {
    ...wordsOf(services, event, await deskLinks(services, event.ownerId)),
    ...(changeId !== undefined && {
      otherwise: `The account had this address until a few days ago. If it was not you who changed that, ${takeBack}`,
      ...takeBackWay(services, changeId),
    }),
  };
  const { userAgent = "", ip = "" } = event.detail;
  const facts = [
    { name: "When", amount: momentText(event.createdAt, await getCreatorZone(services.pool, event.ownerId)) },
    // Where somebody else's browser is is theirs.
    ...(event.kind.startsWith("TEAM_") || event.kind.startsWith("STORE_") || ip === ""
      ? []
      : [
          { name: "Browser", amount: browserName(userAgent) },
          { name: "From", amount: roughly(ip) },
        ]),
  ];
  const footer = /^(STORE|SENDER_NAME)_/.test(event.kind)
    ? "You get this mail because it is about your Openstall store."
    : "You get this mail because it is about the security of your Openstall account.";
  return factsMail({ title: subject, paragraphs: [said], facts, closing: otherwise, link, label, footer });
}

function wordsOf(services: Services, { kind, detail }: Event, linkTo: (path: string) => string): Words {
  const security = linkTo("/admin?tab=settings&view=security");
  const look = { link: security, label: "Look at your account's security" };
  const data = {
    link: linkTo("/admin?tab=settings&view=data"),
    label: "Open your settings",
  };
  const desk = { link: linkTo("/"), label: "Open your desk" };
  const profile = { link: linkTo("/account"), label: "Open your profile" };
  const signOut = "If it was, there is nothing to do. If it was not, sign out what you do not know";
  const name = titleInText(detail["name"] ?? "");
  const role = roleNames[(detail["role"] ?? "SUPPORT") as Role];
  const team = {
    link: linkTo("/admin?tab=settings&view=team"),
    label: "Look at your team",
    otherwise: "Was it meant so? Only you can invite people, change what they may do, and remove them.",
  };
  switch (kind) {
    case "SIGNED_IN":
      return {
        ...look,
        subject: "A new sign-in to your account",
        said: "Somebody signed in to your Openstall account on a browser that had not been used for it before.",
        otherwise: `Was it you? ${signOut}, and remove passkeys that are not yours.`,
      };
    case "PASSKEY_ADDED":
      return {
        ...look,
        subject: "A passkey was added to your account",
        said: `The passkey "${name}" was added. Whoever has it can sign in to your account.`,
        otherwise: `Was it you? ${signOut}, and remove the passkey.`,
      };
    case "PASSKEY_REMOVED":
      return {
        ...look,
        subject: "A passkey was removed from your account",
        said: `The passkey "${name}" was removed. It can't sign in to your account any more.`,
        otherwise: `Was it you? ${signOut}.`,
      };
    case "CODES_TURNED_OFF":
      return {
        ...look,
        subject: "Emailed codes were turned off",
        said: "Emailed codes no longer sign in to your Openstall account. Passkeys and your recovery codes do.",
        otherwise:
          "Keep your recovery codes in a safe place. If this wasn't you, turn emailed codes on again and sign out browsers you don't know.",
      };
    case "CODES_TURNED_ON":
      return {
        ...look,
        subject: "Emailed codes were turned on",
        said: "Emailed codes sign in to your Openstall account again. Your recovery codes stopped working.",
        otherwise: "If this wasn't you, sign out browsers you don't know and turn emailed codes off again.",
      };
    case "RECOVERY_CODES_MADE":
      return {
        ...look,
        subject: "New recovery codes were made",
        said: "Your account has new recovery codes. The old ones stopped working.",
        otherwise: "If this wasn't you, sign out browsers you don't know and make new recovery codes.",
      };
    case "RECOVERY_CODE_USED":
      return {
        ...look,
        subject: "A recovery code was used",
        said: `A recovery code was used for your Openstall account. ${codesLeft(detail["left"] ?? "")}`,
        otherwise: "If this wasn't you, sign out browsers you don't know and make new recovery codes.",
      };
    case "SIGN_IN_RESET_STARTED":
      return {
        ...look,
        subject: "A reset of your sign-in has started",
        said: `The operator of this site started a reset of your account's sign-in. In ${resetHours} hours emailed codes will sign in to your account again, and your recovery codes will stop working.`,
        otherwise:
          "If you asked for this, there's nothing to do. If you didn't, sign in with a passkey or a recovery code and cancel the reset in Settings, under Security.",
      };
    case "SIGN_IN_RESET_CANCELED":
      return {
        ...look,
        subject: "The reset of your sign-in was canceled",
        said: "Nothing changed: emailed codes are still off for your account.",
        otherwise: "If you still can't sign in, write to the operator of this site.",
      };
    case "SIGN_IN_RESET":
      return {
        link: new URL("/sign-in", services.config.publicUrl).href,
        label: "Sign in",
        subject: "Your sign-in was reset",
        said: "Emailed codes sign in to your Openstall account again. Your recovery codes stopped working. Your passkeys still work.",
        otherwise:
          "Sign in with an emailed code. Then remove passkeys you have lost, and turn emailed codes off again if you like.",
      };
    case "PAYOUTS_CONNECTED":
      return {
        link: linkTo("/admin?tab=settings&view=payouts"),
        label: "Look at your payouts",
        subject: "A payout account was set up for your store",
        said: "An account was begun to which the money of your sales goes.",
        otherwise: `Was it you? ${signOut}, and look at whose account it is before your next sale.`,
      };
    case "SIGNED_OUT_ELSEWHERE":
      return {
        ...look,
        subject: "Your other browsers were signed out",
        said: "Every browser but one was signed out of your Openstall account.",
        otherwise: `Was it you? ${signOut}.`,
      };
    case "EMAIL_CHANGED":
      return {
        subject: "The address of your account was changed",
        said: `Your Openstall account has the address ${masked(detail["to"] ?? "")} now, and no longer this one.`,
        otherwise: `Was it you? If it was, there is nothing to do. If it was not, ${takeBack}`,
        ...takeBackWay(services, detail["changeId"] ?? ""),
      };
    case "EMAIL_TAKEN_BACK":
      return {
        link: new URL("/sign-in", services.config.publicUrl).href,
        label: "Sign in",
        subject: "The address of an account was taken back",
        said: "The Openstall account that had this address has its address of before again. Every browser was signed out of it.",
        otherwise: "Whoever reads the mail of that address did it. Sign in with it, if the account is yours.",
      };
    case "TEAM_JOINED":
      return {
        ...team,
        subject: "Somebody has joined your team",
        said: `${name} has taken your invitation, and is on the team of your store as ${role}.`,
      };
    case "TEAM_ROLE_CHANGED":
      return {
        ...team,
        subject: "Somebody's role on your team was changed",
        said: `${name} is on the team of your store as ${role} now.`,
      };
    case "TEAM_LEFT":
      return {
        ...team,
        subject: "Somebody is not on your team any more",
        said: `${name} was on the team of your store as ${role}, and has left it or was removed. What they do from now on is for their own store.`,
      };
    case "DELETION_ASKED_FOR":
      return {
        ...data,
        subject: "Your account will be deleted",
        said: `Somebody asked to delete your Openstall account. Your store is closed now, and in ${deletionDays} days your account goes for good.`,
        otherwise:
          "Was it you? If it was, there is nothing to do. If it was not, or you changed your mind, sign in and press Keep my account.",
      };
    case "DELETION_TAKEN_BACK":
      return {
        ...data,
        subject: "Your account stays",
        said: "The deletion of your Openstall account was taken back. Your store is as it was.",
        otherwise: `Was it you? ${signOut}.`,
      };
    case "SENDER_NAME_APPROVED":
      return {
        ...profile,
        subject: "Your sender name was approved",
        said: `Emails to your buyers now come from ${name}.`,
        otherwise: "This is for exactly this name and your handle of now. It ends if you change either.",
      };
    case "SENDER_NAME_DECLINED":
      return {
        ...profile,
        subject: "Your sender name wasn't approved",
        said: `Emails to your buyers won't show the name ${name}. The answer: ${titleInText(detail["reason"] ?? "")}`,
        otherwise: "You can change your name, or ask again with more details.",
      };
    case "STORE_SUSPENDED":
      return {
        ...desk,
        subject: "Your store is suspended",
        said: `The operator of this site has suspended your store: ${titleInText(detail["reason"] ?? "")}`,
        otherwise:
          "Nothing is sold, answered or sent, memberships are not renewed, and money waits, until it is reinstated. What your buyers bought stays theirs. Write to the operator of this site to settle it.",
      };
    case "STORE_REINSTATED":
      return {
        ...desk,
        subject: "Your store is reinstated",
        said: "Your store sells again, as it did before it was suspended.",
        otherwise: "Memberships go on, and what waited is paid out. A mailing whose time is over is a draft.",
      };
    default:
      throw new MailRefused(`Nobody is mailed of ${kind}`);
  }
}

const takeBack = `take this address back within ${takeBackDays} days of the change: every browser is signed out, every passkey removed, and whoever joined the team since is off it.`;

const takeBackWay = (services: Services, changeId: string) => ({
  link: takeBackLink(services, changeId),
  label: "Take this address back",
});

const codesLeft = (left: string): string =>
  left === "1" ? "1 is left." : `${left} are left. You can make new ones anytime.`;

/** "m…@example.com": whoever chose it knows it. */
const masked = (email: string): string => `${email.slice(0, 1)}…@${email.split("@")[1] ?? ""}`;

/** The network, and no whole address. */
function roughly(ip: string): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return `${address.toString().split(".").slice(0, 2).join(".")}.…`;
  const parts = (address as ipaddr.IPv6).parts.slice(0, 2).map((part) => part.toString(16));
  return `${parts.join(":")}:…`;
}
