import { dirname } from 'node:path/posix'
import { importsOf, isTest, resolveImport, type SourceFile } from './source-tree.ts'

/** What things are, their states, and what families implement. */
export const model = 'server/platform/model'

/** Folders that build on each other, in this order: each may import the model and those before it. */
export const wings = [
  'server/platform/mail',
  'server/platform/identity',
  'server/platform/events',
  'server/platform/billing',
  'server/platform/marketplace',
  'server/platform/observability',
  'server/platform/hosting',
  'server/platform/overview',
]

const wingRules = wings.map((wing, at): [string, string[]] => [
  wing,
  [model, ...wings.slice(0, at), 'kit', 'protocol'],
])

/** Folders of those who implement or call what the model declares, and know nothing else of the platform. */
export const families = [
  'server/git',
  'server/shell',
  'server/ssh',
  'server/documents',
  'server/outbound',
  'server/runtimes',
  'server/engines',
  'server/routers',
  'server/toolchains',
  'server/stores',
]

/** Allowed imports by folder or file; imports within a folder are always allowed. Longer paths are matched first. */
const mayImport: Record<string, string[]> = {
  kit: [],
  [model]: ['kit', 'protocol'],
  ...Object.fromEntries(wingRules),
  'server/platform': ['kit', 'protocol'],
  'server/api': ['server/platform', 'kit', 'protocol'],
  'server/activator': ['server/platform', 'kit'],
  ...Object.fromEntries(families.map((family) => [family, [model, 'kit']])),
  'server/git': [model, 'server/ssh', 'kit'],
  'server/shell': [model, 'server/ssh', 'kit'],
  'server/outbound': [model, 'kit', 'protocol'],
  'server/bundle': [],
  server: ['server', 'kit', 'protocol'],
  protocol: ['kit'],
  client: ['protocol', 'kit'],
  cli: ['client', 'protocol', 'kit'],
  'cli/checkout-main.ts': ['cli', 'server/wiring', 'kit'],
  'console/build': ['kit'],
  console: ['client', 'protocol', 'kit'],
  providers: ['protocol', 'kit'],
  packaging: ['server', 'kit'],
  release: ['kit'],
  examples: ['server', 'client', 'cli', 'providers', 'protocol', 'kit', 'tests'],
  bench: ['server', 'client', 'cli', 'providers', 'protocol', 'kit', 'tests'],
  docs: ['server', 'client', 'cli', 'providers', 'protocol', 'kit', 'bench', 'tests'],
}

/** npm packages and the folders or files that may import them. */
const packages: Record<string, string[]> = {
  ajv: ['bench'],
  aws4fetch: ['server/stores/objects', 'providers/cellar'],
  '@expo-google-fonts/inter': ['server/documents'],
  '@expo-google-fonts/noto-emoji': ['server/documents'],
  '@expo-google-fonts/noto-sans-arabic': ['server/documents'],
  '@expo-google-fonts/noto-sans-hebrew': ['server/documents'],
  '@codemirror/commands': ['console/components'],
  '@codemirror/lang-json': ['console/components'],
  '@codemirror/language': ['console/components'],
  '@codemirror/state': ['console/components'],
  '@codemirror/view': ['console/components'],
  '@tanstack/react-query': ['console'],
  '@tanstack/react-router': ['console'],
  '@tanstack/react-virtual': ['console/components'],
  '@valibot/to-json-schema': ['kit'],
  '@vitejs/plugin-react': ['console/build'],
  '@xterm/addon-fit': ['console/components'],
  '@xterm/xterm': ['console/components'],
  'bidi-js': ['server/documents'],
  'big.js': ['server/platform/model/billing'],
  dockerode: ['server/engines/swarm'],
  fontkit: ['server/documents'],
  ini: ['server/runtimes'],
  hono: ['server/api'],
  '@hono/node-server': ['server/api'],
  'ipaddr.js': ['kit'],
  'js-yaml': ['server/runtimes'],
  kysely: ['server/stores'],
  'lucide-react': ['console'],
  'mime-types': ['server/toolchains/static-server'],
  'highlight.js': ['docs/site/code'],
  'markdown-it': ['docs/site'],
  minisearch: ['docs/site'],
  nodemailer: ['server/outbound'],
  otpauth: ['server/platform'],
  pdfkit: ['server/documents', 'bench'],
  pg: ['server/stores/postgresql'],
  'playwright-core': ['bench', 'docs'],
  'prom-client': ['server/api'],
  qr: ['kit'],
  react: ['console'],
  'react-aria-components': ['console/components', 'console/shell'],
  'react-dom': ['console'],
  rolldown: ['server/bundle', 'docs/site'],
  semver: ['kit/text/versions.ts'],
  send: ['server/toolchains/static-server'],
  '@renovatebot/pep440': ['server/runtimes/python'],
  'smol-toml': ['server/runtimes', 'server/engines/process/builds/image', 'server/toolchains/rust'],
  ssh2: ['server/git', 'server/shell', 'server/ssh'],
  tldts: ['server/platform/hosting/applications/domains'],
  uplot: ['console/components'],
  valibot: ['kit', 'protocol'],
  vite: ['console/build'],
  'virtual:design-tokens.css': ['console'],
  ws: ['server/api', 'client/http/node'],
}

/** Node modules that a folder must not import. */
const notFor: Record<string, RegExp> = {
  // What runs in a browser; the build runs in Node.
  'console/build': /^$/,
  console: /^node:/,
  'server/platform': /^node:(https?|http2|net|tls|child_process|sqlite)$/,
  'server/runtimes': /^node:(https?|http2|net|tls|child_process|sqlite|fs|fs\/promises)$/,
}

const bands = Object.keys(mayImport).sort((one, other) => other.length - one.length)
export const inside = (folder: string, path: string) =>
  path === folder || path.startsWith(`${folder}/`)
/** The folder whose rule a file follows. */
export const bandOf = (path: string) => bands.find((band) => inside(band, path))

/** One sentence per forbidden import. */
export function importBreaches(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const problem = problemWith(file, specifier)
      return problem ? [`${file.path} imports ${specifier}: ${problem}`] : []
    }),
  )
}

function problemWith(file: SourceFile, specifier: string): string | undefined {
  if (specifier.startsWith('../')) return 'imports from another folder begin with #'
  if (specifier.startsWith('#') && isSameFolder(file.path, specifier))
    return 'imports from the same folder begin with ./'
  if (isTest(file)) return undefined
  const band = bandOf(file.path)
  if (!band) return 'the import law does not know this folder'
  const target = resolveImport(file.path, specifier)
  if (target === undefined) return foreignProblem(file.path, specifier)
  if (isTest({ path: target }) && !mayImport[band]?.includes('tests')) return 'it is a test'
  const allowed = [band, ...(mayImport[band] ?? [])]
  if (allowed.some((folder) => inside(folder, target))) return undefined
  return `${band} may import only ${allowed.join(', ')}`
}

const isSameFolder = (path: string, specifier: string): boolean =>
  dirname(resolveImport(path, specifier) ?? '') === dirname(path)

function foreignProblem(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) {
    const place = Object.keys(notFor).find((folder) => inside(folder, path))
    return place && notFor[place]?.test(specifier) ? `that is not for ${place}` : undefined
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const users = packages[name]
  if (!users) return 'the import law does not know this package'
  const isUser = users.some((user) => user === path || inside(user, path))
  return isUser ? undefined : `only ${users.join(', ')} may`
}
