import { backoff } from '#kit/concurrency/backoff.ts'
import {
  type Attachment,
  type Email,
  type Mailer,
  type QueuedEmail,
  UndeliverableError,
} from '#platform/model/events/email.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { attachInvoice } from './attach-invoice.ts'
import type { Decide } from './decision.ts'
import { mails } from './emails.ts'
import type { Platform } from './platform.ts'

const minute = 60_000
const hour = 60 * minute
const tryFor = 72 * hour
const pauses = { first: minute, max: 4 * hour }

/** Milliseconds between the attempt before and the next one. */
export const pauseBefore = (attempts: number): number =>
  attempts === 0 ? 0 : backoff(attempts - 1, pauses)

const defaultTimeout = 3 * minute

export interface DeliveryContext {
  platform: () => Pick<
    Platform,
    'store' | 'clock' | 'times' | 'pagesUrl' | 'consoleUrl' | 'documents'
  >
  mailer: Mailer
  /** By kind of e-mail, those whose content is decided when they are sent. */
  decisions: ReadonlyMap<string, Decide>
  /** Writes to the operator's log. */
  log: (line: string) => void
  onBug: (error: unknown) => void
  /** Timeout of one delivery, in milliseconds. */
  timeout?: number
}

/**
 * Sends one e-mail. It is removed from the outbox after the mail server has accepted it: a crash in between sends it
 * twice, with the same id. Failures are retried with back-off for three days.
 */
export async function deliver(
  delivering: DeliveryContext,
  posting: QueuedEmail,
  closing: AbortSignal,
): Promise<void> {
  const { platform, mailer, onBug, timeout = defaultTimeout } = delivering
  let mail: Email | undefined
  try {
    mail = await write(delivering, posting)
  } catch (error) {
    if (!(error instanceof Refusal)) onBug(error)
    return putOff(delivering, posting, error)
  }
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeout)])
    if (mail) await mailer.send(mail, signal)
  } catch (error) {
    return closing.aborted ? undefined : putOff(delivering, posting, error)
  }
  await platform().store.outbox.remove(posting.id)
}

/** Renders the e-mail from current data; `undefined` when it is no longer needed. */
async function write(
  delivering: DeliveryContext,
  posting: QueuedEmail,
): Promise<Email | undefined> {
  const platform = delivering.platform()
  const { id, to } = posting
  const decide = delivering.decisions.get(posting.kind)
  const decision = decide ? await decide(platform, posting) : posting
  if (!decision) return undefined
  const { kind, knows } = decision
  const render = mails.get(kind)
  if (!render) throw new Error(`there is no mail called ${kind}`)
  const attachment = withInvoice.has(kind) ? await attach(delivering, knows) : undefined
  const urls = { pagesUrl: platform.pagesUrl(), consoleUrl: platform.consoleUrl() }
  const mail = render({ to, ...urls, knows, attached: attachment?.name })
  return { id, to, ...mail, ...(attachment && { attachments: [attachment] }) }
}

/** A document that cannot be made now is waited for; one that cannot be made at all does not keep the e-mail back. */
async function attach(
  { platform, onBug }: DeliveryContext,
  knows: QueuedEmail['knows'],
): Promise<Attachment | undefined> {
  try {
    return await attachInvoice(platform(), knows)
  } catch (error) {
    if (error instanceof Refusal) throw error
    onBug(error)
    return undefined
  }
}

async function putOff(
  { platform, log }: DeliveryContext,
  { id, kind, to, createdAt, attempts }: QueuedEmail,
  error: unknown,
): Promise<void> {
  const { store, clock } = platform()
  const why = error instanceof Error ? error.message : String(error)
  const dueAt = clock() + backoff(attempts, pauses)
  if (error instanceof UndeliverableError || dueAt > createdAt + tryFor) {
    log(`mail: gave up sending ${kind} to ${to}: ${why}`)
    await store.outbox.remove(id)
    return
  }
  if (attempts === 0) log(`mail: ${kind} to ${to} has to wait: ${why}`)
  await store.outbox.postpone(id, dueAt)
}

/** Kinds of e-mail that carry the PDF of their invoice. */
const withInvoice: ReadonlySet<string> = new Set(['invoice-issued', 'payment-reminder'])
