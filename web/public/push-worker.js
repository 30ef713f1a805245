// Shows notifications, and nothing else: no page goes through this worker, and it keeps none.
self.addEventListener("push", (event) => {
  const { title, body, href, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: "/apple-touch-icon.png", data: { href } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.href ?? "/", self.location.origin);
  const address = target.origin === self.location.origin ? target.href : self.location.origin;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(async (tabs) => {
      const open = tabs.find((tab) => tab.url === address);
      return open ? open.focus() : self.clients.openWindow(address);
    }),
  );
});
