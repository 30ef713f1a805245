import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import {
  clearMintedCookie,
  ensureMintedToken,
  mintedToken,
  type MintedCookie,
} from "#server/http/minted-cookies.ts";
import { hashToken } from "#server/secrets/secrets.ts";

export const draftDays = 7;

/** Names the browser that drafts belong to. */
export const draftCookie: MintedCookie = { name: "draft", maxAge: draftDays * 24 * 60 * 60 };

/** The hash by which this browser's drafts are found; undefined where it has none. It opens nothing else. */
export function draftHashOf(config: Config, request: FastifyRequest): string | undefined {
  const token = mintedToken(config, request, draftCookie.name);
  return token === undefined ? undefined : hashToken(token);
}

/** The same, given to the browser if it has none, and kept from now on as long as a draft. */
export const ensureDraftCookie = (config: Config, request: FastifyRequest, reply: FastifyReply): string =>
  hashToken(ensureMintedToken(config, request, reply, draftCookie));

export const clearDraftCookie = (config: Config, request: FastifyRequest, reply: FastifyReply): void =>
  clearMintedCookie(config, request, reply, draftCookie.name);
