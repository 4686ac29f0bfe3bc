import { Duplex } from 'node:stream'
import { sleep } from '#kit/concurrency/timeout.ts'
import { refuseEnded } from '#platform/identity/access/watch-credential.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import { failed } from '#platform/marketplace/addons/backups/provider-backups.ts'
import { permitAddon } from '#platform/marketplace/addons/permit-addon.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import {
  cleanSize,
  type InstanceSession,
  type SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { sessionProtocol } from '#protocol/databases/session-frames.ts'
import { placeOfDatabase, refusalFor } from './ask-database.ts'
import { type EndContext, expectEnd } from './expected-ends.ts'
import { takeSessionSlot } from './session-limits.ts'
import { sessionOver } from './session-streams.ts'

export interface DatabaseSessionRequest extends Pick<SessionRequest, 'terminal' | 'signal'> {
  kind: 'shell' | 'tunnel'
  caller: Caller
  /** Client address. */
  from: string
  /** Shows the client a sentence, such as why its session ends; `isLast` when it now does. */
  say(sentence: string, isLast?: boolean): void
}

const lookEvery = 2000
const timeout = 30_000

/**
 * Opens a shell or a tunnel to the database of an add-on at its provider. It ends soon after the caller could not open it
 * any more; its begin and its end are in the audit log.
 */
export async function openDatabaseSession(
  platform: EndContext,
  addon: Addon,
  request: DatabaseSessionRequest,
): Promise<InstanceSession> {
  const { caller, say } = request
  const ending = new AbortController()
  const signal = AbortSignal.any([request.signal, ending.signal])
  using place = await takeSessionSlot(platform, addon, caller)
  const socket = await connect(platform, addon, { ...request, signal })
  const recordEnd = await recordBegin(platform, addon, request).catch((error) => {
    socket.destroy()
    throw error
  })
  const session = sessionOver(socket, { signal, say })
  const over = new AbortController()
  const held = place.move()
  void session.ended
    .then((code) => {
      over.abort()
      held.dispose()
      return recordEnd('done', `exit ${code}`)
    })
    .catch(() => {})
  void watch(platform, addon, caller, over.signal).then((sentence) => {
    if (sentence === undefined) return
    say(sentence, true)
    ending.abort()
  })
  return session
}

async function recordBegin(
  platform: EndContext,
  addon: Addon,
  { kind, caller, from }: DatabaseSessionRequest,
) {
  const { id, name, ownerId } = addon
  await recordAction(platform, caller, {
    ownerId,
    action: `addon.open-${kind}`,
    from,
    outcome: 'done',
    target: id,
    subject: { id, name },
  })
  return expectEnd(platform, addon, { action: `addon.close-${kind}`, caller, from })
}

async function connect(
  platform: ProviderContext,
  addon: Addon,
  { kind, terminal, signal }: Pick<DatabaseSessionRequest, 'kind' | 'terminal' | 'signal'>,
): Promise<Duplex> {
  const { provider, url } = await placeOfDatabase(platform, addon)
  const size = terminal && cleanSize(terminal)
  const query = new URLSearchParams({
    kind,
    ...(terminal && size ? { size: `${size.columns}x${size.rows}`, term: terminal.term } : {}),
  })
  const call = {
    url: `${url}/sessions?${query}`,
    credentials: { id: provider.id, password: provider.manifest.api.password },
    protocol: sessionProtocol,
    timeout,
  }
  const answer = await platform.providerClient.upgrade(call, signal).catch((error) => {
    if (!(error instanceof ProviderUnreachableError)) throw error
    throw failed(providerMessage(unreachableMessage(provider, error)))
  })
  if (answer instanceof Duplex) return answer
  throw refusalFor(provider, answer.status, answer.text)
}

/** Why a session has to end: a token, a role or the add-on may have changed. `undefined` once it is over. */
async function watch(
  platform: EndContext,
  { id, name, ownerId }: Addon,
  caller: Caller,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    await sleep(lookEvery, signal).catch(() => {})
    if (signal.aborted) return undefined
    try {
      await refuseEnded(platform, caller)
      const addon = await permitAddon(platform, caller, 'operate', { addonId: id, ownerId })
      if (addon.state !== 'ready') return `${name} is ${addon.state}: the session ends.`
    } catch (error) {
      // Without the store nobody knows; the next look does.
      if (error instanceof Refusal) return `${error.message.replace(/\.$/, '')}: the session ends.`
    }
  }
}
