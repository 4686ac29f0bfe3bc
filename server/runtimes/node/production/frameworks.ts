import type { BuiltFramework } from '#kit/built-frameworks.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isObject, type PackageJson } from '#runtimes/node/package-json.ts'
import type { Command } from '#runtimes/node/package-managers/package-manager.ts'
import type { Project } from '#runtimes/node/project.ts'

/** Serves what the script `build` of a framework has made. */
export interface ProductionServer {
  /** A module that the package manager's Node or Bun runs, or a command. */
  run: { module: string } | { command: Command }
  /** Tools in addition to Node. */
  tools?: Tool[]
  /** Variables of the build. */
  buildEnvironment?: Record<string, string>
  /** Further log lines. */
  notes?: string[]
}

/** A framework whose projects, as created, have no script that serves their build. */
export interface Framework {
  title: string
  /** Packages of which one is among the dependencies. */
  packages: readonly BuiltFramework[]
  /** The script `start` of a new project, where it runs only in the folder of the build. */
  startInBuild?: string
  /** `undefined` when the project does not say enough. */
  server(project: Project): Promise<ProductionServer | undefined>
}

const node = (module: string): ProductionServer => ({ run: { module } })

/** Files, served by the platform's program; `app` answers paths without a file with the first page. */
const files = (folder: string, kind: 'site' | 'app'): ProductionServer => ({
  run: {
    command: ['static-server', ...(kind === 'app' ? ['--fallback=index.html'] : []), '--', folder],
  },
  tools: [{ name: 'static-server', version: '1' }],
})

const has = ({ dependencies, devDependencies }: PackageJson, name: string) =>
  Object.hasOwn(dependencies, name) || Object.hasOwn(devDependencies, name)

const nuxt: Framework = {
  title: 'Nuxt',
  packages: ['nuxt'],
  server: async () => node('.output/server/index.mjs'),
}

const svelteKit: Framework = {
  title: 'SvelteKit',
  packages: ['@sveltejs/kit'],
  async server({ packageJson }) {
    if (has(packageJson, '@sveltejs/adapter-static')) return files('build', 'site')
    if (has(packageJson, '@sveltejs/adapter-node')) return node('build')
    if (!has(packageJson, '@sveltejs/adapter-auto')) return undefined
    return {
      ...node('build'),
      // By this name adapter-auto recognises a platform of Node servers, and installs adapter-node.
      buildEnvironment: { GCP_BUILDPACKS: 'true' },
      notes: [
        'adapter-auto installs adapter-node in each build: put @sveltejs/adapter-node into package.json and the configuration to pin it.',
      ],
    }
  },
}

const astro: Framework = {
  title: 'Astro',
  packages: ['astro'],
  server: async ({ packageJson }) =>
    has(packageJson, '@astrojs/node') ? node('dist/server/entry.mjs') : files('dist', 'site'),
}

/** Vite's own server of builds; it refuses unknown hosts unless told, and the router passes on requests for known ones alone. */
const vitePreview = [
  "import { preview } from 'vite'",
  "await preview({ preview: { host: '0.0.0.0', port: Number(process.argv.at(-1)), strictPort: true, allowedHosts: true } })",
].join('; ')

const runVitePreview: Command = [
  'sh',
  '-c',
  'exec node --input-type=module --eval "$1" -- "$PORT"',
  'sh',
  vitePreview,
]

const tanStackStart: Framework = {
  title: 'TanStack Start',
  packages: ['@tanstack/react-start', '@tanstack/solid-start'],
  async server({ packageJson }) {
    if (has(packageJson, 'nitro')) return node('.output/server/index.mjs')
    return {
      run: { command: runVitePreview },
      notes: ['Vite serves the build: add nitro to the project for a server made for production.'],
    }
  },
}

const angular: Framework = {
  title: 'Angular',
  packages: ['@angular/core'],
  async server({ packageJson, source }) {
    const folder = angularFolder(await source.read('angular.json'))
    if (folder === undefined) return undefined
    return has(packageJson, '@angular/ssr')
      ? node(`${folder}/server/server.mjs`)
      : files(`${folder}/browser`, 'app')
  },
}

/** Where the only project of an angular.json is built to. */
function angularFolder(text: string | undefined): string | undefined {
  const [[name, project] = [], ...others] = angularProjects(text)
  if (name === undefined || others.length > 0 || !isPlainPath(name)) return undefined
  const { outputPath = `dist/${name}` } = buildOptions(project)
  return typeof outputPath === 'string' && isPlainPath(outputPath) ? outputPath : undefined
}

/** Whether an angular.json names the hosts that its server answers to. */
export const namesAngularHosts = (text: string | undefined): boolean =>
  angularProjects(text).some(([, project]) => {
    const { allowedHosts } = objectIn(buildOptions(project), 'security')
    return Array.isArray(allowedHosts) && allowedHosts.length > 0
  })

const angularProjects = (text: string | undefined): [string, unknown][] =>
  Object.entries(objectIn(parseJson(text), 'projects'))

const buildOptions = (project: unknown) =>
  objectIn(objectIn(objectIn(project, 'architect'), 'build'), 'options')

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function objectIn(value: unknown, name: string): Record<string, unknown> {
  const inner = isObject(value) ? value[name] : undefined
  return isObject(inner) ? inner : {}
}

const isPlainPath = (path: string) => /^[\w@][\w@.-]*(\/[\w@][\w@.-]*){0,9}$/.test(path)

const adonis: Framework = {
  title: 'AdonisJS',
  packages: ['@adonisjs/core'],
  startInBuild: 'node bin/server.js',
  server: async () => node('build/bin/server.js'),
}

const analog: Framework = {
  title: 'Analog',
  packages: ['@analogjs/platform'],
  server: async () => node('dist/analog/server/index.mjs'),
}

const filesOf = (title: string, name: BuiltFramework, folder: string): Framework => ({
  title,
  packages: [name],
  server: async () => files(folder, 'site'),
})

const quasar: Framework = {
  title: 'Quasar',
  packages: ['@quasar/app-vite', '@quasar/app-webpack'],
  server: async () => files('dist/spa', 'app'),
}

const vite: Framework = {
  title: 'Vite',
  packages: ['vite'],
  server: async ({ names }) => (names.has('index.html') ? files('dist', 'app') : undefined),
}

/** Those that are built with Vite come before Vite itself. */
const frameworks: readonly Framework[] = [
  nuxt,
  svelteKit,
  astro,
  tanStackStart,
  analog,
  angular,
  adonis,
  filesOf('Docusaurus', '@docusaurus/core', 'build'),
  filesOf('Gatsby', 'gatsby', 'public'),
  filesOf('Rsbuild', '@rsbuild/core', 'dist'),
  quasar,
  vite,
]

export const frameworkOf = ({ packageJson }: Project): Framework | undefined =>
  frameworks.find(({ packages }) => packages.some((name) => has(packageJson, name)))
