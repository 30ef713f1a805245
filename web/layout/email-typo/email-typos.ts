/**
 * Domains that are written wrongly again and again, by the one that was meant. Each is listed: to guess by likeness accuses
 * people of their right address, such as hey.com, mac.com or mailw.com.
 */
const wrong: Readonly<Record<string, string>> = {
  "gmail.com":
    "gamil.com gmial.com gmai.com gmal.com gmil.com gmaill.com gmaul.com gmaik.com gmaol.com gmakl.com gmali.com gmali.co gmqil.com gmsil.com gmwil.com gnail.com gnmail.com ggmail.com gmmail.com gmaiil.com gmailcom.com gmail.co gmail.cm gmail.om gmail.cmo gmail.ocm gmail.con gmail.comm gmail.coom gmail.vom gmail.xom gmail.cim gmail.col gmail.net gmail.cpm gmail.ckm gmail.clm gmaill.con gamil.co gimail.com gemail.com gmeil.com gmaile.com",
  "googlemail.com": "googlemail.co googlemail.con goglemail.com googelmail.com",
  "hotmail.com":
    "hotmai.com hotmal.com hotmial.com hotmil.com hotmaill.com hotmali.com hormail.com hotamil.com hotmaik.com hotmaul.com hotmsil.com hotnail.com homail.com hotmeil.com htomail.com hitmail.com hptmail.com hoitmail.com hotmail.co hotmail.cm hotmail.om hotmail.cmo hotmail.con hotmail.comm hotmail.vom hotmail.xom hotmail.net",
  "hotmail.co.uk": "hotmail.co.ku hotmail.couk hotmial.co.uk hotmai.co.uk",
  "hotmail.fr": "hotmail.rf hotmial.fr hotmai.fr",
  "yahoo.com":
    "yaho.com yahooo.com yahho.com yhoo.com yhaoo.com yahoo.co yahoo.cm yahoo.om yahoo.cmo yahoo.con yahoo.comm yahoo.vom yahoo.xom yahoo.net ayhoo.com tahoo.com uahoo.com yshoo.com yajoo.com yagoo.com yahpp.com yahoi.com",
  "yahoo.co.uk": "yaho.co.uk yahoo.couk yahoo.co.ku yhoo.co.uk",
  "yahoo.fr": "yaho.fr yahoo.rf yhoo.fr",
  "outlook.com":
    "outlok.com outllok.com outloook.com outlool.com outlookk.com otlook.com outook.com oulook.com oultook.com outlokk.com putlook.com iutlook.com outlook.co outlook.cm outlook.om outlook.cmo outlook.con outlook.comm outlook.vom outlook.net",
  "icloud.com":
    "iclod.com iclould.com icoud.com icloude.com icluod.com icloid.com iclud.com icould.com ciloud.com icloud.co icloud.cm icloud.om icloud.cmo icloud.con icloud.comm icloud.net",
  "live.com": "live.con live.cmo live.comm",
  "msn.com": "msn.con msn.cmo msn.cm",
  "aol.com": "aol.con aol.cmo aol.comm aol.cm",
  "comcast.net": "comcast.com comcst.net comcas.net concast.net",
  "protonmail.com": "protonmail.con protonmial.com protonmai.com portonmail.com",
  "proton.me": "proton.em porton.me",
  "gmx.de": "gmx.d gxm.de",
  "web.de": "wed.de web.d",
  "orange.fr": "orange.rf ornage.fr",
  "libero.it": "libero.ti lbero.it",
};

const meant = new Map(
  Object.entries(wrong).flatMap(([right, list]) => list.split(" ").map((typed) => [typed, right] as const)),
);

/** How many wrong domains are known. */
export const knownTypos = meant.size;

/** The domain that was probably meant; undefined where nothing speaks against the one that was typed. */
export function meantDomain(email: string): { typed: string; meant: string } | undefined {
  const typed = email.trim().toLowerCase().split("@").at(-1) ?? "";
  const right = meant.get(typed);
  return right && email.includes("@") ? { typed, meant: right } : undefined;
}

/** The address as it was probably meant: all before its domain stays as it was typed. */
export const withDomain = (email: string, domain: string): string =>
  `${email.trim().slice(0, email.trim().lastIndexOf("@"))}@${domain}`;
