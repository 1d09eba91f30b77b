/** Earlier versions of the page had a service worker of this name, which kept the page
 * in the browser and would never look for a new one. In its place, this one forgets
 * what was kept, and itself. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

async function forget() {
  const kept = (await caches.keys()).filter((name) => name.startsWith('page '));
  await Promise.all(kept.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(forget()));
