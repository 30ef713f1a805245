import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { addPushBrowser, listPushBrowsers, removePushBrowser } from "#contract/notifications/push.ts";
import { apiQuery, callApi, type Output } from "#web/api.ts";
import { useRefresh } from "#web/layout/use-change.ts";

const shownIn = [listPushBrowsers];
const worker = "/push-worker.js";

/** What this browser allows: `later` is a phone that shows notifications of what stands on its home screen alone. */
type Ability = "checking" | "able" | "refused" | "unable" | "later";

export type PushBrowser = Output<typeof listPushBrowsers>["browsers"][number];

/** Whether this browser shows notifications, and what switches it on and off. */
export function usePush() {
  const list = useQuery({ ...apiQuery(listPushBrowsers), staleTime: 0 });
  const refresh = useRefresh(shownIn);
  const [ability, setAbility] = useState<Ability>("checking");
  const [address, setAddress] = useState<string>();
  const look = async () => {
    const now = abilityNow();
    setAbility(now);
    setAddress(now === "able" ? (await currentSubscription())?.endpoint : undefined);
  };
  useEffect(() => void look().catch(() => setAbility("unable")), []);

  const turnOn = useMutation({
    mutationFn: async (publicKey: string) => {
      if ((await Notification.requestPermission()) !== "granted") return;
      const { pushManager } = await registered();
      // One that was made with an earlier key of this shop takes no other.
      await (await pushManager.getSubscription())?.unsubscribe();
      const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
      const { endpoint = "", keys } = made.toJSON();
      await callApi(addPushBrowser, {
        body: { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } },
      });
    },
    onSettled: async () => void (await Promise.all([look(), refresh()])),
  });
  const remove = useMutation({
    mutationFn: async (browser: PushBrowser) => {
      await callApi(removePushBrowser, { params: { id: browser.id } });
      if (browser.endpoint === address) await (await currentSubscription())?.unsubscribe();
    },
    onSettled: async () => void (await Promise.all([look(), refresh()])),
  });
  const own = list.data?.browsers.find(({ endpoint }) => endpoint === address);
  const others = list.data?.browsers.filter((browser) => browser !== own) ?? [];
  return { list, ability, own, others, turnOn, remove };
}

function abilityNow(): Ability {
  const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isAble) return /\b(iPhone|iPad)\b/.test(navigator.userAgent) ? "later" : "unable";
  return Notification.permission === "denied" ? "refused" : "able";
}

/** Registered with the first press: whoever wants no notifications has no worker. */
async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

const currentSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
