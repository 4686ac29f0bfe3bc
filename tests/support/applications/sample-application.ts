import type {
  Artifact,
  BuildOrder,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'

/** Behaves, and misbehaves, like an instance of the memory engine. */
const server = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const words = (process.env.MISBEHAVE ?? '').split(',')
const commit = readFileSync('commit.txt', 'utf8')
if (words.includes('exit')) process.exit(3)
if (words.includes('hang-on-stop')) process.on('SIGTERM', () => {})
const server = createServer((request, response) => {
  const [, verb, word] = /^\\/(say|exit)\\/(.*)$/.exec(request.url) ?? []
  if (verb === 'say') console.log(decodeURIComponent(word))
  if (verb === 'exit') response.on('finish', () => process.exit(Number(word)))
  response.writeHead(words.includes('answer-500') ? 500 : 200, { connection: 'close' })
  response.end(JSON.stringify({ commit, environment: process.env }))
})
if (words.includes('never-listen')) setInterval(() => {}, 1000)
else server.listen(process.env.PORT, () => console.log('listening on ' + process.env.PORT))
`

const hook = `console.log('before')
const words = (process.env.MISBEHAVE ?? '').split(',')
if (words.includes('fail-before-start')) process.exit(1)
if (words.includes('wait-before-start')) setInterval(() => {}, 1000)
`

const worker = `console.log('working')
setInterval(() => {}, 1000)
`

/** In sh, which starts in a thirtieth of the time that Node takes: nearly every test of an engine builds. */
const builder = `echo "building $(cat commit.txt)"
[ "$MISBEHAVE" != fail-build ] || exit 1
while [ "$MISBEHAVE" = build-forever ]; do sleep 1; done
`

export const sampleSource = (
  commit = '1'.repeat(40),
  files: Record<string, string | object> = {},
): Source => ({
  ...filesSource({
    'server.mjs': server,
    'build.sh': builder,
    'hook.mjs': hook,
    'worker.mjs': worker,
    'commit.txt': commit,
    ...files,
  }),
  commit,
})

export const sampleRecipe: Recipe = {
  runtime: 'sample',
  tools: [{ name: 'node', version: '24.0.0' }],
  build: [{ title: 'make', command: ['sh', 'build.sh'] }],
  start: ['node', 'server.mjs'],
  environment: { FROM_RECIPE: 'yes', BOTH: 'recipe' },
  notes: [],
  warnings: [],
}

const sampleLimits = { memoryMegabytes: 512, cpus: 2, processes: 200 }

export const sampleBuild = (more: Partial<BuildOrder> = {}): BuildOrder => ({
  applicationId: 'app_one',
  ownerId: 'orga_one',
  deploymentId: 'deployment_one',
  deploymentNumber: 1,
  applicationNumber: 1,
  recipe: sampleRecipe,
  source: sampleSource(),
  environment: {},
  limits: sampleLimits,
  reaches: [],
  withoutCache: false,
  onLine: () => {},
  say: () => {},
  signal: new AbortController().signal,
  ...more,
})

export const sampleStart = (
  artifact: Artifact,
  instanceId: string,
  environment: Environment = {},
  more: Partial<StartOrder> = {},
): StartOrder => ({
  instanceId,
  applicationId: 'app_one',
  ownerId: 'orga_one',
  applicationNumber: 1,
  artifact,
  recipe: sampleRecipe,
  environment,
  limits: sampleLimits,
  reaches: [],
  say: () => {},
  signal: new AbortController().signal,
  ...more,
})
