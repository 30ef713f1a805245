import { expect, test } from "vitest";
import { knownTypos, meantDomain, withDomain } from "./email-typos.ts";

test.each([
  ["ada@gmial.com", "gmail.com"],
  ["ada@gmail.con", "gmail.com"],
  ["Ada.Lovelace+shop@GMAI.com ", "gmail.com"],
  ["ada@hotmial.com", "hotmail.com"],
  ["ada@hotmail.co.ku", "hotmail.co.uk"],
  ["ada@yaho.com", "yahoo.com"],
  ["ada@outlok.com", "outlook.com"],
  ["ada@icloud.co", "icloud.com"],
])("%s meant %s", (email, meant) => {
  expect(meantDomain(email)?.meant).toBe(meant);
});

test.each([
  "gmail.com googlemail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de yahoo.com yahoo.co.uk yahoo.fr yahoo.co.jp",
  "ymail.com rocketmail.com outlook.com outlook.de outlook.fr live.com live.co.uk live.fr msn.com icloud.com me.com mac.com",
  "hey.com mailw.com mask.io org.uk mail.com email.com gmx.com gmx.net gmx.de gmx.at web.de t-online.de aol.com aim.com",
  "proton.me protonmail.com pm.me fastmail.com fastmail.fm tutanota.com tuta.com zoho.com yandex.com mail.ru qq.com 163.com",
  "comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com sky.com orange.fr free.fr laposte.net sfr.fr wanadoo.fr",
  "libero.it tin.it virgilio.it alice.it bluewin.ch naver.com daum.net bol.com.br uol.com.br terra.com.br example.com",
])("nobody is accused of a right address: %s", (domains) => {
  for (const domain of domains.split(" "))
    expect([domain, meantDomain(`ada@${domain}`)]).toEqual([domain, undefined]);
});

test("no right domain is among the wrong ones, and there are enough of them", () => {
  expect(knownTypos).toBeGreaterThanOrEqual(150);
  for (const email of ["gmail.com", "ada", "", "@", "ada@"]) expect(meantDomain(email)).toBeUndefined();
});

test("all before the domain stays as it was typed", () => {
  expect(withDomain(" Ada+x@gmial.com ", "gmail.com")).toBe("Ada+x@gmail.com");
  expect(withDomain('"a@b"@gmial.com', "gmail.com")).toBe('"a@b"@gmail.com');
});
