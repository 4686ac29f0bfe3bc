import type { PackageJson } from '#runtimes/node/package-json.ts'

/** Where most tools below `node_modules` keep theirs, such as Babel, Nuxt and Turborepo. */
const common = 'node_modules/.cache'

/**
 * Folders in which a tool caches its own work, by package. Each tool checks by itself what it finds there. Left out are
 * folders that also hold results, such as `.nuxt`, and `tsbuildinfo` files: without the results that they describe,
 * TypeScript would write nothing.
 */
const caches: Readonly<Record<string, readonly string[]>> = {
  '@angular/build': ['.angular/cache'],
  '@angular/cli': ['.angular/cache'],
  astro: ['node_modules/.astro'],
  next: ['.next/cache'],
  parcel: ['.parcel-cache'],
  turbo: ['.turbo/cache'],
  vite: ['node_modules/.vite'],
}

/** Folders to keep between builds of an application. */
export function buildCachesOf({ dependencies, devDependencies }: PackageJson): string[] {
  const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
  const own = names.flatMap((name) => (Object.hasOwn(caches, name) ? (caches[name] ?? []) : []))
  return [...new Set([common, ...own])].sort()
}
