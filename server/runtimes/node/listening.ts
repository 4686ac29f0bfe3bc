import type { PackageJson } from './package-json.ts'
import { namesAngularHosts } from './production/frameworks.ts'
import type { Project } from './project.ts'

/** How a server framework is told to listen where visitors reach it. */
interface Listener {
  /** The package by which it is recognised. */
  name: string
  /** Variables by which it listens on all addresses; the owner's own take precedence. */
  environment?: Record<string, string>
  /** Whether the project needs the variables; unless given, it does. */
  isNeeded?: (project: Project) => Promise<boolean>
  /** What to change, where it listens elsewhere all the same. */
  advice: string
}

/** As the code of an application reads the variable. */
const portInCode = ['process', 'env', 'PORT'].join('.')
const line = (title: string, code: string) =>
  `${title} takes the address from the code: ${code.replace('PORT', portInCode)}.`
const byHost = (title: string) => ({
  environment: { HOST: '0.0.0.0' },
  advice: `${title} reads HOST and PORT: set HOST=0.0.0.0, and PORT nowhere.`,
})

/** Angular before 22 serves unknown hosts from the browser's bundle, and takes `*` for a name. */
function refusesHosts({ dependencies }: PackageJson): boolean {
  const line = /^[\s~^>=v]{0,9}(\d{1,4})/.exec(dependencies['@angular/ssr'] ?? '')?.[1]
  return Number(line ?? 0) >= 22
}

/** Those that are built on others come before them. */
const listeners: readonly Listener[] = [
  {
    name: 'fastify-cli',
    environment: { FASTIFY_ADDRESS: '0.0.0.0' },
    advice:
      'fastify-cli reads FASTIFY_ADDRESS and PORT: set FASTIFY_ADDRESS=0.0.0.0, or start with "fastify start --address 0.0.0.0".',
  },
  {
    name: '@nestjs/platform-fastify',
    advice: line('Nest with Fastify', "await app.listen(PORT, '0.0.0.0')"),
  },
  { name: '@nestjs/core', advice: line('Nest', 'await app.listen(PORT)') },
  {
    name: '@angular/ssr',
    // Its server refuses hosts that it does not know; the router passes on requests for the application's domains alone.
    environment: { NG_ALLOWED_HOSTS: '*' },
    isNeeded: async ({ source, packageJson }) =>
      refusesHosts(packageJson) && !namesAngularHosts(await source.read('angular.json')),
    advice: line('The server of Angular', 'app.listen(PORT)'),
  },
  { name: '@loopback/rest', ...byHost('LoopBack') },
  { name: '@adonisjs/core', ...byHost('AdonisJS') },
  { name: '@astrojs/node', ...byHost('The Node adapter of Astro') },
  {
    name: 'fastify',
    advice: line(
      'Fastify, which listens on loopback by default,',
      "fastify.listen({ port: PORT, host: '0.0.0.0' })",
    ),
  },
  {
    name: '@hono/node-server',
    advice: line('Hono', 'serve({ fetch: app.fetch, port: Number(PORT) })'),
  },
  { name: 'elysia', advice: line('Elysia', "app.listen({ port: PORT, hostname: '0.0.0.0' })") },
  {
    name: '@hapi/hapi',
    advice: line('hapi', "Hapi.server({ port: PORT, host: '0.0.0.0' })"),
  },
  {
    name: 'next',
    advice: 'Next.js takes the address from its start command: "next start --hostname 0.0.0.0".',
  },
  {
    name: '@builder.io/qwik',
    advice:
      'Qwik needs an adapter with a server ("npm run qwik add express" or "fastify"), and a script "start" that runs what it builds.',
  },
  { name: 'koa', advice: line('Koa', 'app.listen(PORT)') },
  { name: 'express', advice: line('Express', 'app.listen(PORT)') },
  {
    name: 'vite',
    advice:
      'Vite takes the address from options: "vite preview --host 0.0.0.0 --port $PORT", and preview.allowedHosts in its configuration.',
  },
]

export interface ListeningPlan {
  advice?: string
  environment: Record<string, string>
  notes: string[]
}

/** Variables by which the application's framework listens on all addresses, and advice for where they are not enough. */
export async function planListening(project: Project): Promise<ListeningPlan> {
  const { packageJson, environment: own } = project
  const all = { ...packageJson.devDependencies, ...packageJson.dependencies }
  const listener = listeners.find(({ name }) => Object.hasOwn(all, name))
  const isNeeded = (await listener?.isNeeded?.(project)) ?? true
  const added = Object.entries((isNeeded && listener?.environment) || {}).filter(
    ([name]) => own[name] === undefined,
  )
  return {
    ...(listener && { advice: listener.advice }),
    environment: Object.fromEntries(added),
    notes: added.map(
      ([name, value]) => `${name} is ${value}, so that visitors reach the application.`,
    ),
  }
}
