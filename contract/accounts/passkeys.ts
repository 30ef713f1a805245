import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { anyPerson } from "#contract/team/roles.ts";
import { atMost, Id, oneLine, Timestamp } from "#contract/values.ts";
import { User } from "./accounts.ts";

const tags = ["Passkeys"];
const id = z.object({ id: Id });

/** How many a creator may have. */
export const mostPasskeys = 20;

/** A name that a creator gives a passkey. */
export const PasskeyName = oneLine(60, "Give it a name");

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** It is kept by a password manager, and is on other devices, too. */
  isSynced: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** Bytes as browsers send them. */
const Base64url = (most: number) =>
  z
    .string()
    .max(most, atMost(most))
    .regex(/^[A-Za-z0-9_-]+$/, "Not base64url");

/** Ways to reach an authenticator, as browsers name them: "internal", "usb", "smart-card". */
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10);
const named = z.object({ id: z.string(), type: z.literal("public-key"), transports: transports.optional() });

/** `PublicKeyCredentialCreationOptionsJSON`: what the browser needs to make a passkey. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(named),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.boolean(),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** `PublicKeyCredentialRequestOptionsJSON`: what it needs to use one. It names none: nobody learns who has any. */
const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
});

/** `RegistrationResponseJSON`, what of it is asked for. */
const MadePasskey = z.object({
  id: Base64url(1_400),
  rawId: Base64url(1_400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Base64url(4_000),
    attestationObject: Base64url(20_000),
    transports: transports.optional(),
  }),
});

/** `AuthenticationResponseJSON`, what of it is asked for. */
export const AssertedPasskey = z.object({
  id: Base64url(1_400),
  rawId: Base64url(1_400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Base64url(4_000),
    authenticatorData: Base64url(4_000),
    signature: Base64url(4_000),
    userHandle: Base64url(200).optional(),
  }),
});

export const listPasskeys = endpoint({
  method: "GET",
  url: "/api/auth/passkeys",
  config: { access: "creator", roles: anyPerson },
  schema: { tags, summary: "The creator's passkeys, the newest first", response: { 200: z.array(Passkey) } },
});

export const beginPasskey = endpoint({
  method: "POST",
  url: "/api/auth/passkeys/creation-options",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 30, seconds: 3600 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: "What the browser needs to make a passkey; good once, for 5 minutes, in this browser",
    response: { 200: z.object({ options: CreationOptions }) },
  },
});

export const addPasskey = endpoint({
  method: "POST",
  url: "/api/auth/passkeys",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 30, seconds: 3600 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary: "Keep the passkey that the browser made",
    body: z.object({ name: PasskeyName, credential: MadePasskey }),
    response: { 201: Passkey },
  },
});

export const renamePasskey = endpoint({
  method: "PATCH",
  url: "/api/auth/passkeys/:id",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Give a passkey another name",
    params: id,
    body: z.object({ name: PasskeyName }),
    response: { 200: Passkey },
  },
});

export const removePasskey = endpoint({
  method: "DELETE",
  url: "/api/auth/passkeys/:id",
  config: { access: "creator", roles: anyPerson, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Remove a passkey: it signs nobody in any more",
    params: id,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const beginPasskeySignIn = endpoint({
  method: "POST",
  url: "/api/auth/passkeys/request-options",
  config: { access: "public", limit: { points: 60, seconds: 300 } },
  schema: {
    tags,
    summary:
      "What the browser needs to use a passkey, the same for everybody; good once, for 5 minutes, in this browser",
    response: { 200: z.object({ options: RequestOptions }) },
  },
});

export const signInWithPasskey = endpoint({
  method: "POST",
  url: "/api/auth/passkeys/sign-in",
  config: { access: "public", limit: { points: 20, seconds: 60 } },
  schema: {
    tags,
    summary: "Sign in with a passkey",
    body: z.object({ credential: AssertedPasskey }),
    response: { 200: z.object({ user: User }) },
  },
});
