/** Packages of the frameworks whose new projects start no program: the Node runtime builds them, and serves what is built. */
export const builtFrameworks = [
  'nuxt',
  '@sveltejs/kit',
  'astro',
  '@tanstack/react-start',
  '@tanstack/solid-start',
  '@analogjs/platform',
  '@angular/core',
  '@adonisjs/core',
  '@docusaurus/core',
  'gatsby',
  '@rsbuild/core',
  '@quasar/app-vite',
  '@quasar/app-webpack',
  'vite',
] as const

export type BuiltFramework = (typeof builtFrameworks)[number]
