import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createExpressProject } from '#bench/support/projects/express-project.ts'
import type { Manager } from '#bench/support/projects/managers.ts'
import type { DeploymentStory } from '#client/resources/applications/deployments.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type RecordedSpan, recordVariable, type ServerRecord } from './record-server.ts'
import { parseStrace, straceCommand, type TracedProcess, tracksOf } from './strace.ts'
import type { Span, TrackGroup } from './trace-file.ts'

/** One push of changed code, from its begin to the stop of the previous version. */
export interface PushTrace {
  groups: TrackGroup[]
  begin: number
  end: number
  /** What the client sees, in order. */
  phases: Span[]
  /** Processes that were started, by the server or by what it has started. */
  started: TracedProcess[]
  /** Calls that wrote a file to the disk, of all processes. */
  syncs: Span[]
}

const recorder = pathToFileURL(join(import.meta.dirname, 'record-server.ts')).href
const warmPushes = 3

/** Pushes to a platform whose server runs under `strace`, with a recorder inside; both make it slower. */
export async function tracePush(manager: Manager): Promise<PushTrace> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-trace-'))
  const [calls, record] = [join(folder, 'strace'), join(folder, 'record.json')]
  try {
    const pushed = await pushTraced(manager, { calls, record })
    const processes = parseStrace(await readFile(calls, 'utf8'))
    return assemble(pushed, processes, JSON.parse(await readFile(record, 'utf8')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface TracedPush {
  serverPid: number
  begin: number
  gitEnd: number
  answered: number
  end: number
  story: DeploymentStory
}

async function pushTraced(
  manager: Manager,
  { calls, record }: { calls: string; record: string },
): Promise<TracedPush> {
  const settings = { NODE_OPTIONS: `--import=${recorder}`, [recordVariable]: record }
  const berth = await TestBerth.start(settings, async () => {}, straceCommand(calls))
  try {
    const project = await createExpressProject(berth, `traced-${manager}`, manager)
    await project.commit('dependencies')
    for (let push = 0; push < warmPushes; push++) {
      await project.push()
      await project.commit('code')
    }
    const begin = performance.timeOrigin + performance.now()
    let gitEnd = begin
    const took = await project.push(() => {
      gitEnd = performance.timeOrigin + performance.now()
    })
    const end = performance.timeOrigin + performance.now()
    const [newest] = await berth.client.deployments.list(project.application, { limit: 1 })
    if (!newest) throw new Error('the push was not deployed')
    const story = await berth.client.deployments.story(project.application, newest.id)
    return { serverPid: berth.pid, begin, gitEnd, answered: begin + took, end, story }
  } finally {
    await berth[Symbol.asyncDispose]()
    await until(async () => /exited with \d+ \+\+\+\n$/.test(await readFile(calls, 'utf8')), {
      timeout: 60_000,
      what: 'the end of strace',
    })
  }
}

function assemble(
  { serverPid, begin, gitEnd, answered, end, story }: TracedPush,
  processes: readonly TracedProcess[],
  { queries, files, waits }: ServerRecord,
): PushTrace {
  const server = processes.find(({ pid }) => pid === serverPid)
  if (!server || queries.length === 0) throw new Error('the trace has nothing of the server')
  const started = processes.filter((process) => process.begin >= begin && process.begin <= end)
  const steps = story.steps.flatMap(({ name, begunAt, endedAt }) =>
    begunAt === null || endedAt === null ? [] : [{ name, begin: begunAt, end: endedAt }],
  )
  const phases = [
    { name: 'git push', begin, end: gitEnd },
    ...steps,
    { name: 'first answer of the new version', begin, end: answered },
  ]
  const running = processes.filter(({ pid, end: ended }) => pid !== serverPid && ended > begin)
  const groups: TrackGroup[] = [
    {
      name: 'client',
      tracks: [
        { name: 'push to first answer', spans: [{ name: 'until 200', begin, end: answered }] },
        { name: 'git push', spans: [{ name: 'git push', begin, end: gitEnd }] },
        { name: 'steps of the deployment', spans: steps },
      ],
    },
    {
      name: 'server',
      tracks: [
        { name: 'event loop, idle', spans: server.waits },
        { name: 'forks', spans: server.forks },
        { name: 'queries', spans: queries.map(toSpan) },
        { name: 'fsync', spans: server.syncs, isConcurrent: true },
        { name: 'timers', spans: waits.map(toSpan), isConcurrent: true },
        { name: 'files', spans: files.map(toSpan), isConcurrent: true },
      ],
    },
    { name: 'processes', tracks: tracksOf(running) },
  ]
  const syncs = processes
    .flatMap((process) => process.syncs)
    .filter((span) => span.begin >= begin && span.begin <= end)
  return { groups, begin, end, phases, started, syncs }
}

const toSpan = ([name, begin, end]: RecordedSpan): Span => ({ name, begin, end })
