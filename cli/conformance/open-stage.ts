import { randomUUID } from 'node:crypto'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { readConfig } from '#protocol/config.ts'
import { own } from '#protocol/json-value.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { type ProvisionRequest, provisionRequest } from '#protocol/provision-request.ts'
import { readProvisioned } from '#protocol/provisioned.ts'
import { type SsoFields, ssoFields, ssoTimestamp } from '#protocol/sso/sso.ts'
import { type Call, isDone, makeCall, type Reply } from './call.ts'
import { openCallbackServer } from './callback-server.ts'
import { SkippedError } from './check.ts'
import type { OrderResult, Stage, Subject, Success } from './stage.ts'

export interface OpenStage extends Stage {
  /** Drains the calls recorded since the last `takeCalls`. */
  takeCalls(): { call: Call; reply: Reply }[]
  /**
   * Deletes what the check that has just ended has ordered, except the sample: a service need not keep what nobody looks
   * at any more. Once a deletion gets no answer the rest is left for the end.
   */
  tidyUp(): Promise<void>
  /** Deletes whatever is left, and stops listening. */
  close(): Promise<void>
}

export const jsonType = { 'content-type': 'application/json' }
export const formType = { 'content-type': 'application/x-www-form-urlencoded' }

export async function openStage(subject: Subject): Promise<OpenStage> {
  const { manifest, endpoints, timeout, plans } = subject
  const credentials = { id: manifest.id, password: manifest.api.password }
  const callbacks = await openCallbackServer(credentials)
  const made = new Set<string>()
  let calls: { call: Call; reply: Reply }[] = []
  let sample: Promise<OrderResult> | undefined
  let sampleId: string | undefined
  let isAnswering = true

  async function callBare(call: Call): Promise<Reply> {
    const reply = await makeCall(call, timeout)
    calls.push({ call, reply })
    return reply
  }
  const call = (one: Call) =>
    callBare({ ...one, headers: { authorization: basicAuth(credentials), ...one.headers } })

  async function order(more: Record<string, unknown> = {}): Promise<OrderResult> {
    const addonId = typeof more.addon_id === 'string' ? more.addon_id : `addon_${randomUUID()}`
    const body = { ...orderBody(addonId), ...more } as ProvisionRequest
    const reply = await call({
      method: 'POST',
      url: endpoints.base_url,
      headers: jsonType,
      body: JSON.stringify(body),
    })
    callbacks.answered(addonId)
    const id = own(reply.json, 'id')
    if (isDone(reply) && (typeof id === 'string' || typeof id === 'number')) made.add(String(id))
    const read = isDone(reply) ? readProvisioned(reply.json, manifest) : { problem: '' }
    return { addonId, body, reply, made: 'problem' in read ? undefined : read }
  }

  const orderBody = (addonId: string) =>
    provisionRequest({
      addon_id: addonId,
      owner_id: `orga_${randomUUID()}`,
      owner_name: 'Ada Lovelace & Co',
      user_id: `user_${randomUUID()}`,
      plan: plans[0] ?? '',
      callback_url: callbacks.callbackUrl(addonId),
      options: {},
      logplex_token: randomUUID(),
    })

  async function success(more?: Record<string, unknown>): Promise<Success> {
    await takeSample()
    return successful(await order(more))
  }

  /** The first order is cached: if it fails, later checks are skipped without waiting for another timeout. */
  async function takeSample(): Promise<Success> {
    sample ??= order()
    const ordered = successful(await sample)
    sampleId = ordered.made.id
    return ordered
  }

  async function configOf({ addonId, reply, made }: Success): Promise<Record<string, string>> {
    if (reply.status !== 202) return made.config
    const told = await callbacks.hear(
      addonId,
      ({ method, isOurs }) => method === 'PUT' && isOurs,
      timeout,
    )
    const read = readConfig(own(told?.json, 'config'), manifest.api.config_vars)
    if (!told || 'problem' in read) throw new SkippedError('The order was not completed.')
    return read.config
  }

  const remove = (id: string) =>
    call({ method: 'DELETE', url: resourceUrl(endpoints.base_url, id) })

  async function removeMade(ids: Iterable<string>): Promise<void> {
    for (const id of [...ids]) {
      isAnswering = (await remove(id)).status !== 0
      if (!isAnswering) return
      made.delete(id)
    }
  }

  async function visit(
    entered: Reply,
    cookies: readonly string[] = entered.cookies,
  ): Promise<Reply> {
    const location = entered.headers.location
    if (!location || !URL.canParse(location, endpoints.sso_url))
      throw new SkippedError('There is no page to go to.')
    const url = new URL(location, endpoints.sso_url)
    if (url.host !== new URL(endpoints.sso_url).host)
      throw new SkippedError(`The panel is on another host, ${url.host}.`)
    const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ')
    return callBare({
      method: 'GET',
      url: url.href,
      headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
    })
  }

  return {
    ...subject,
    callbacks,
    call,
    callBare,
    order,
    success,
    sample: takeSample,
    configOf,
    remove,
    form: (id, more = {}) => {
      const timestamp = ssoTimestamp(Date.now(), subject.timestampUnit)
      const email = `ada+${randomUUID().slice(0, 8)}@example.org`
      const visit = { id, user_id: `user_${randomUUID()}`, email, 'nav-data': '', timestamp }
      return { ...ssoFields({ ...visit, ...more }, manifest.api.sso_salt), ...signedApart(more) }
    },
    enter: (fields) => {
      const entries = Symbol.iterator in fields ? fields : Object.entries(fields)
      const body = new URLSearchParams([...entries] as [string, string][]).toString()
      return callBare({
        method: 'POST',
        url: endpoints.sso_url,
        headers: { ...formType, accept: 'text/html' },
        body,
      })
    },
    visit,
    takeCalls() {
      const taken = calls
      calls = []
      return taken
    },
    async tidyUp() {
      if (!isAnswering) return
      await removeMade([...made].filter((id) => id !== sampleId))
      calls = []
    },
    async close() {
      await removeMade(made)
      await callbacks.close()
    },
  }
}

const signedApart = ({ signature, token }: Partial<SsoFields>) => ({
  ...(signature === undefined ? {} : { signature }),
  ...(token === undefined ? {} : { token }),
})

function successful(ordered: OrderResult): Success {
  if (!ordered.made) throw new SkippedError('It takes an order that succeeds.')
  return ordered as Success
}
