import { expect, test } from "vitest";
import { encryptPush, UnusableKey } from "./encrypt-push.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("the example of RFC 8291 comes out to the byte", () => {
  const sealed = encryptPush(
    "When I grow up, I want to be a watermelon",
    {
      publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      authSecret: "BTBZMqHH6r4Tts7J_aSIgg",
    },
    {
      privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    },
  );
  expect(sealed.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a key that is no point of the curve is refused", () => {
  const publicKey = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  expect(() => encryptPush("x", { publicKey, authSecret: "BTBZMqHH6r4Tts7J_aSIgg" })).toThrow(UnusableKey);
});
