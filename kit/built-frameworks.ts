/** npm packages of frameworks whose new projects have no program to start: they are built, and the output is served. */
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
