import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import type { OpenedEngine } from './process-engine.ts'

const prelude = `import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
const given = JSON.parse(process.env.GIVEN)
const attempt = (action) => {
  try {
    return { done: action() }
  } catch (error) {
    return { refused: error.code ?? error.message }
  }
}
// Where packets are dropped, nothing is heard but silence. Kernels answer however busy the processes are: an answer that has come
// meanwhile is looked for once more before the silence counts.
const silence = 1500
const connect = (host, port) =>
  new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: silence })
    const end = (word) => resolve(word) ?? socket.destroy()
    socket.on('connect', () => end('connected'))
    socket.on('timeout', () => setImmediate(end, 'no answer'))
    socket.on('error', (error) => end(error.code))
  })
const tell = (result) => console.log('RESULT ' + JSON.stringify(result))
`

const lingering = '\nsetInterval(() => {}, 1000)\n'

const recipe: Recipe = { ...sampleRecipe, build: [], start: ['node', 'probe.mjs'], environment: {} }

let count = 0

export interface ProbeOptions {
  /** What the script finds as \`given\`. */
  given?: unknown
  applicationId?: ApplicationId
  applicationNumber?: number
  instanceId?: string
  reaches?: readonly number[]
  /** Maximum connections to each of these ports; absent: many. */
  maxConnections?: number
  /** Account the connections count for. */
  account?: string
}

/** Runs a script as an instance and returns its result; the instance keeps running until it is stopped. */
export async function probeInstance(
  { engine, seen }: Pick<OpenedEngine, 'engine' | 'seen'>,
  script: string,
  { given = {}, applicationId = 'app_one', applicationNumber = 1, ...rest }: ProbeOptions = {},
) {
  const application = { applicationId, applicationNumber }
  const instanceId = rest.instanceId ?? `probe-${++count}`
  const artifact = await engine.build(
    sampleBuild({
      ...application,
      deploymentId: `deployment_of-${instanceId}`,
      recipe,
      source: filesSource({ 'probe.mjs': prelude + script + lingering }),
    }),
  )
  const environment = { GIVEN: JSON.stringify(given) }
  const { account = applicationId, maxConnections = 1000 } = rest
  const reaches = portAccess(rest.reaches ?? [], account, maxConnections)
  const order = sampleStart(artifact, instanceId, environment, { ...application, recipe, reaches })
  const started = await engine.start(order)
  const line = await seen.line(instanceId, /^RESULT /)
  return { result: JSON.parse(line.slice(7)), started }
}

/** Access to ports with a limit that no test reaches. */
export const portAccess = (
  ports: readonly number[],
  account = 'owner',
  maxConnections = 1000,
): PortAccess[] => ports.map((port) => ({ port, account, maxConnections }))

/** Runs a script as a build step and returns its result. */
export async function probeBuild(
  engine: Engine,
  script: string,
  given: unknown = {},
  reaches: readonly number[] = [],
) {
  const lines: string[] = []
  await engine.build(
    sampleBuild({
      deploymentId: `deployment_probe-${++count}`,
      recipe: { ...recipe, build: [{ title: 'probe', command: ['node', 'probe.mjs'] }] },
      source: filesSource({ 'probe.mjs': prelude + script }),
      environment: { GIVEN: JSON.stringify(given) },
      reaches: portAccess(reaches),
      onLine: (line) => void lines.push(line),
    }),
  )
  const line = lines.find((text) => text.startsWith('RESULT '))
  if (!line) throw new Error(`the build told nothing: ${lines.join('\n')}`)
  return JSON.parse(line.slice(7))
}
