import { setMaxListeners } from 'node:events'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { sleep, until, withTimeout } from '#kit/concurrency/timeout.ts'
import { plainText } from '#kit/terminal-text.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { ShellRequest, Shells } from '#platform/model/hosting/instances/shells.ts'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  findPermittedInstance,
  openAction,
  permitShell,
  type RunningTarget,
} from './find-instance.ts'

const limits = { platform: 200, user: 32, instance: 16 }
const lookEvery = 2000
const closeTimeout = 30_000
const maxTitle = 120
const killed = 137
/** What is left of an instance ends soon after its first process. */
const instanceEndTimeout = 2000

interface OpenShell {
  request: ShellRequest
  target: RunningTarget
  ended: Promise<unknown>
  /** Says why, and ends it. */
  end(sentence: string): void
}

export interface ShellsOptions {
  platform: () => Platform
  onBug: (error: unknown) => void
}

/** The shells of this server: who may have one, how many, and what is recorded of them. */
export function createShells({ platform, onBug }: ShellsOptions): Shells {
  const shells = new Set<OpenShell>()
  const slots = createKeyedSlots()
  let closed: string | undefined

  async function open(request: ShellRequest) {
    if (closed) throw new Refusal('unavailable', closed)
    const target = await findPermittedInstance(platform(), request)
    using places = takeSlots(slots, request, target.instance.id)
    const ending = new AbortController()
    const signal = AbortSignal.any([request.signal, ending.signal])
    setMaxListeners(0, request.signal)
    const { command, terminal, environment } = request
    await record(platform(), request, target, openAction)
    const startedAt = platform().monotonic()
    const finish = (outcome: string) => {
      const duration = formatDuration(Math.round(platform().monotonic() - startedAt))
      return record(platform(), request, target, 'shell.close', `${outcome} after ${duration}`)
    }
    const session = await platform()
      .engine.openSession(target.instance.started, {
        signal,
        ...(command === undefined ? {} : { command }),
        ...(terminal ? { terminal } : {}),
        ...(environment ? { environment } : {}),
      })
      .catch(async (error) => {
        await finish('not started')
        throw error
      })
    const ended = session.ended.then(async (code) => {
      const isLeft = signal.aborted || (await survives(platform(), target, code))
      if (!isLeft) request.say('The instance has ended, and the session with it.', true)
      return code
    })
    const held = places.move()
    const shell: OpenShell = {
      request,
      target,
      ended,
      end(sentence) {
        if (ending.signal.aborted) return
        request.say(sentence, true)
        ending.abort(new Error(sentence))
      },
    }
    shells.add(shell)
    void watch(shell, AbortSignal.any([signal, whenEnded(ended)])).catch(onBug)
    void ended
      .then((code) => {
        shells.delete(shell)
        held.dispose()
        return finish(`exit ${code}`)
      })
      .catch(onBug)
    if (closed) shell.end(closed)
    return { ...session, ended }
  }

  /** Ends a session whose caller could not open it any more: a key, a role or the application may have changed. */
  async function watch(shell: OpenShell, signal: AbortSignal): Promise<void> {
    const { request, target } = shell
    while (!signal.aborted) {
      await sleep(lookEvery, signal).catch(() => {})
      if (signal.aborted) return
      try {
        await permitShell(platform(), request.caller, target.application.id)
      } catch (error) {
        if (error instanceof Refusal)
          return shell.end(`${error.message.replace(/\.$/, '')}: the session ends.`)
        onBug(error)
      }
    }
  }

  return {
    open,
    async drain(applicationId, ids, timeout) {
      const leaving = [...shells].filter(({ target }) => ids.includes(target.instance.id))
      if (leaving.length === 0) return
      const cause = await causeOf(platform(), applicationId, ids)
      const left = formatDuration(timeout)
      for (const { request } of leaving) request.say(`${cause} This session ends in ${left}.`)
      const over = Promise.all(leaving.map(({ ended }) => ended))
      await withTimeout(over, timeout, 'the end of shells').catch(() => {})
      for (const shell of leaving) shell.end(`${cause} The session ends.`)
    },
    async close(sentence) {
      closed = sentence
      const open = [...shells]
      for (const shell of open) shell.end(sentence)
      await withTimeout(
        Promise.all(open.map(({ ended }) => ended)),
        closeTimeout,
        'the end of shells',
      )
    },
  }
}

/** Whether an instance runs on after a session in it has ended; the kernel kills those of one that does not. */
async function survives(
  { engine }: Pick<Platform, 'engine'>,
  { instance }: RunningTarget,
  code: number,
): Promise<boolean> {
  if (code !== killed) return true
  const hasEnded = async () => !(await engine.isRunning(instance.id))
  return until(hasEnded, { timeout: instanceEndTimeout, every: 50, what: 'the end' }).then(
    () => false,
    () => true,
  )
}

/** Aborted once the promise has settled. */
function whenEnded(ended: Promise<unknown>): AbortSignal {
  const over = new AbortController()
  void ended.finally(() => over.abort())
  return over.signal
}

function takeSlots(
  slots: ReturnType<typeof createKeyedSlots>,
  { caller }: ShellRequest,
  instanceId: InstanceId,
): DisposableStack {
  using taken = new DisposableStack()
  const take = (key: string, max: number, sentence: string) => {
    const slot = slots.take(key, max)
    if (!slot) throw new Refusal('limited', sentence)
    taken.use(slot)
  }
  take('platform', limits.platform, 'Too many shells are open on this platform: try again later')
  take(
    `user ${caller.userId}`,
    limits.user,
    `You have ${limits.user} shells open already: close one first`,
  )
  take(
    `instance ${instanceId}`,
    limits.instance,
    `${limits.instance} shells are open in this instance already: close one first`,
  )
  return taken.move()
}

async function record(
  platform: Platform,
  { caller, from, title }: ShellRequest,
  { application, instance }: RunningTarget,
  action: 'shell.open' | 'shell.close',
  outcome = '',
): Promise<void> {
  const key =
    caller.credential === 'ssh key'
      ? await platform.store.sshKeys.findByFingerprint(caller.credentialId)
      : undefined
  const words = [
    application.id,
    instance.id,
    ...(key ? [`key ${JSON.stringify(plainText(key.name))}:`] : []),
    plainText(title).slice(0, maxTitle),
    ...(outcome ? [`(${outcome})`] : []),
  ]
  const { ownerId } = application
  await recordAction(platform, caller, {
    ownerId,
    action,
    target: words.join(' '),
    outcome: 'done',
    from,
  })
}

/** Why instances of an application are stopping. */
async function causeOf(
  { store }: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
  ids: readonly InstanceId[],
): Promise<string> {
  const [newest] = await store.deployments.listOf(applicationId, { limit: 1 })
  const [instance] = await Promise.all(ids.map((id) => store.instances.find(id)))
  if (!newest || newest.id === instance?.deploymentId) return 'This instance is stopping.'
  const author = newest.authorId ? await store.users.find(newest.authorId) : undefined
  const who = author?.name ? ` of ${plainText(author.name)}` : ''
  return `Deployment ${newest.number}${who} replaces this instance.`
}
