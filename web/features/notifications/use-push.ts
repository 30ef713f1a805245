import { useMutation, useQuery } from "@tanstack/react-query";
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
  const here = useQuery({ queryKey: ["notifications in this browser"], queryFn: lookHere, staleTime: 0 });
  const ability: Ability = here.data?.ability ?? (here.isError ? "unable" : "checking");
  const address = here.data?.address;

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
    onSettled: async () => void (await Promise.all([here.refetch(), refresh()])),
  });
  const remove = useMutation({
    mutationFn: async (browser: PushBrowser) => {
      await callApi(removePushBrowser, { params: { id: browser.id } });
      if (browser.endpoint === address) await (await currentSubscription())?.unsubscribe();
    },
    onSettled: async () => void (await Promise.all([here.refetch(), refresh()])),
  });
  const shown = list.data?.browsers.find(({ endpoint }) => endpoint === address);
  const others = list.data?.browsers.filter((browser) => browser !== shown) ?? [];
  // Of another key than the shop's of today nothing arrives: it is to be switched on again.
  const own = (here.data?.key ?? list.data?.publicKey) === list.data?.publicKey ? shown : undefined;
  return { list, ability, own, others, turnOn, remove };
}

async function lookHere() {
  const ability = abilityNow();
  const subscription = ability === "able" ? await currentSubscription() : undefined;
  const key = subscription?.options.applicationServerKey;
  return { ability, address: subscription?.endpoint, key: key ? base64Url(key) : undefined };
}

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

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
