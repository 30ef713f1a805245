const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * Whoever came by the link of a mailing (its cookie says so) and does something here is a person, which is reported once:
 * programs that look through mails follow links, too. Others load nothing for it.
 */
export function noticeMailReaders(): void {
  if (tokenOf() === undefined) return;
  const act = (event: Event) => {
    if (!event.isTrusted) return;
    for (const name of acts) removeEventListener(name, act, true);
    const token = tokenOf();
    if (token === undefined) return;
    const secure = location.protocol === "https:";
    document.cookie = `${secure ? "__Host-" : ""}mailed=; Path=/; Max-Age=0${secure ? "; Secure" : ""}`;
    void import("#web/features/mailings/report-click.ts").then(({ reportClick }) => reportClick(token));
  };
  for (const name of acts) addEventListener(name, act, { capture: true, passive: true });
}

const tokenOf = (): string | undefined => /(?:^|; )(?:__Host-)?mailed=([\w-]{32})/.exec(document.cookie)?.[1];
