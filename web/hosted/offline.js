/** Keeps the page in the browser, so that it is there without a network: each version
 * of it anew, as a whole, once the browser has noticed that site.js is another one.
 * @typedef {{ version: string, files: Record<string, number> }} Site */
const worker = /** @type {ServiceWorkerGlobalScope & { SITE: Site }} */ (
  /** @type {unknown} */ (self));
worker.importScripts('site.js');
const { version, files } = worker.SITE;
const kind = `page ${worker.registration.scope} `;
const cacheName = kind + version;

/** Keep all files of this version. */
async function keep() {
  const cache = await caches.open(cacheName);
  // What the browser has of other versions does not count.
  await cache.addAll(['./', 'site.js', ...Object.keys(files)].map(
    (name) => new Request(name, { cache: 'no-cache' })));
  await worker.skipWaiting();
}

/** Forget the other versions. */
async function tidy() {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(kind) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Return a file as it is kept, or else from the network. */
async function find(/** @type {Request} */ request) {
  return await caches.match(request, { cacheName, ignoreSearch: true }) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(tidy()));
worker.addEventListener('fetch', (event) => event.respondWith(find(event.request)));
