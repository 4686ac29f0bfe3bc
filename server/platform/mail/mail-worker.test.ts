import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBillingDocuments } from '#documents/billing-documents.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { invoiceFacts } from '#platform/billing/invoices/issue-month.ts'
import { mailDecisions } from '#platform/identity/mail-decisions/decisions.ts'
import {
  type Email,
  type Mailer,
  type MailWorker,
  UndeliverableError,
} from '#platform/model/events/email.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { sampleInvoice } from '#tests/support/invoices/sample-invoices.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { post } from './enqueue-email.ts'
import { createMailWorker } from './mail-worker.ts'

const hour = 3_600_000

/** A mail worker with a manual clock and a fake mail server. */
async function openOffice() {
  const store = await openTestStore()
  const sent: Email[] = []
  const log: string[] = []
  const bugs: unknown[] = []
  const office = {
    store,
    now: 1_000_000,
    sent,
    log,
    bugs,
    send: (async (mail) => void sent.push(mail)) as Mailer['send'],
    pdf: createBillingDocuments().pdf,
    mailWorker: hire(),
    post: (to: string, kind = 'account-deleted', knows = {}) =>
      post({ store, clock: () => office.now, mailWorker: office.mailWorker }, kind, to, knows),
    /** Starts a new mail worker without state of earlier ones. */
    hire,
    async [Symbol.asyncDispose]() {
      await office.mailWorker.close()
      await store.close()
    },
  }
  function hire(timeout?: number): MailWorker {
    return createMailWorker({
      platform: () => ({
        store,
        clock: () => office.now,
        times: createStoredTimes({ clock: () => office.now, monotonic: () => office.now }),
        pagesUrl: () => 'https://berth.test',
        consoleUrl: () => 'https://console.test',
        documents: { ...createBillingDocuments(), pdf: (invoice) => office.pdf(invoice) },
      }),
      mailer: { send: (mail, signal) => office.send(mail, signal) },
      decisions: mailDecisions,
      log: (line) => log.push(line),
      onBug: (error) => bugs.push(error),
      ...(timeout !== undefined && { timeout }),
    })
  }
  return office
}

const isEmpty = async ({ store }: Awaited<ReturnType<typeof openOffice>>) =>
  (await store.outbox.findNext()) === undefined
const within = (what: string) => ({ timeout: 300_000, what })

test('mail worker: queued e-mails are sent once, in order, and leave the outbox', async () => {
  await using office = await openOffice()
  office.mailWorker.begin()
  await office.post('a@x.test')
  office.now += 1
  await office.post('b@x.test')
  await until(() => isEmpty(office), within('both mails'))
  assert.deepEqual(
    office.sent.map(({ to }) => to),
    ['a@x.test', 'b@x.test'],
  )
})

test('mail worker: nothing is sent before `begin`, which also sends what is in the outbox', async () => {
  await using office = await openOffice()
  await office.post('a@x.test')
  assert.equal(office.sent.length, 0)
  office.mailWorker.begin()
  await until(() => isEmpty(office), within('the mail'))
  assert.equal(office.sent.length, 1)
})

test('mail worker: an e-mail from before the clock was set back is sent at once', async () => {
  await using office = await openOffice()
  office.now += 12 * hour
  await office.post('a@x.test')
  office.now -= hour
  office.mailWorker.begin()
  await until(() => isEmpty(office), within('the mail'))
})

test('mail worker: failures back off, and the e-mail is sent when the mail server is back', async () => {
  await using office = await openOffice()
  const working = office.send
  let tries = 0
  office.send = async () => {
    tries += 1
    throw new Error('421 4.3.2 not now')
  }
  office.mailWorker.begin()
  await office.post('a@x.test')
  const pauses: number[] = []
  for (let count = 1; count <= 4; count++) {
    const posting = await until(
      async () => {
        const next = await office.store.outbox.findNext()
        return next?.attempts === count && next
      },
      within(`try ${count}`),
    )
    pauses.push(posting.dueAt - office.now)
    office.now = posting.dueAt
    if (count === 4) office.send = working
    office.mailWorker.wake()
  }
  await until(() => isEmpty(office), within('the mail'))
  assert.deepEqual(pauses, [60_000, 120_000, 240_000, 480_000])
  assert.deepEqual([tries, office.sent.length], [4, 1])
  assert.equal(office.log.length, 1, 'the operator is told once')
  assert.match(office.log[0] ?? '', /a@x\.test has to wait: 421 4\.3\.2 not now/)
})

test("mail worker: an e-mail is dropped after three days, with a line in the operator's log", async () => {
  await using office = await openOffice()
  office.send = async () => {
    throw new Error('451 4.0.0 never')
  }
  await office.post('a@x.test')
  office.now += 71 * hour
  office.mailWorker.begin()
  await until(async () => (await office.store.outbox.findNext())?.attempts === 1, within('a try'))
  for (let tries = 0; tries < 20 && !(await isEmpty(office)); tries++) {
    const { dueAt = 0, attempts = 0 } = (await office.store.outbox.findNext()) ?? {}
    office.now = dueAt
    office.mailWorker.wake()
    await until(async () => {
      const next = await office.store.outbox.findNext()
      return !next || next.attempts > attempts
    }, within('the next try'))
  }
  assert.equal(await isEmpty(office), true)
  assert.match(office.log.at(-1) ?? '', /gave up .* a@x\.test: 451 4\.0\.0 never/)
})

test('mail worker: a permanent rejection drops the e-mail at once and delays no other', async () => {
  await using office = await openOffice()
  const working = office.send
  office.send = (mail, signal) => {
    if (mail.to !== 'nobody@x.test') return working(mail, signal)
    throw new UndeliverableError('550 5.1.1 no such user')
  }
  await office.post('nobody@x.test')
  await office.post('b@x.test')
  office.mailWorker.begin()
  await until(() => isEmpty(office), within('both'))
  assert.deepEqual(
    office.sent.map(({ to }) => to),
    ['b@x.test'],
  )
  assert.match(office.log.join(), /gave up/)
})

test('mail worker: a mail server that hangs costs one e-mail its timeout only', async () => {
  await using office = await openOffice()
  office.mailWorker = office.hire(30)
  const working = office.send
  office.send = (mail, signal) =>
    mail.to === 'b@x.test'
      ? working(mail, signal)
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  await office.post('a@x.test')
  await office.post('b@x.test')
  office.mailWorker.begin()
  await until(() => office.sent.length === 1, within('the second mail'))
  await until(
    async () => (await office.store.outbox.findNext())?.attempts === 1,
    within('the wait'),
  )
})

test('mail worker: a crash between sending and the write sends the e-mail again, with the same id', async () => {
  await using office = await openOffice()
  const ids: string[] = []
  office.send = async ({ id }, signal) => {
    ids.push(id)
    if (ids.length > 1) return
    // The mail server has accepted it; the worker stops before its response.
    await new Promise((_, reject) => signal.addEventListener('abort', reject))
  }
  office.mailWorker.begin()
  await office.post('a@x.test')
  await until(() => ids.length === 1, within('the first try'))
  await office.mailWorker.close()
  assert.equal((await office.store.outbox.findNext())?.attempts, 0, 'it was not put off')
  office.mailWorker = office.hire()
  office.mailWorker.begin()
  await until(() => isEmpty(office), within('the second try'))
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('mail worker: an unknown kind is reported as a bug and delays no other e-mail', async () => {
  await using office = await openOffice()
  await office.post('a@x.test', 'love')
  await office.post('b@x.test')
  office.mailWorker.begin()
  await until(() => office.sent.length === 1, within('the other mail'))
  assert.match(String(office.bugs[0]), /no mail called love/)
})

test('mail worker: an invoice comes with its PDF, and a reminder too', async () => {
  await using office = await openOffice()
  const invoice = await office.store.invoices.add(sampleInvoice())
  office.mailWorker.begin()
  for (const kind of ['invoice-issued', 'payment-reminder'])
    await office.post('a@x.test', kind, invoiceFacts(invoice))
  await until(() => isEmpty(office), within('both mails'))
  for (const { attachments, text } of office.sent) {
    const [{ name, type, bytes } = assert.fail()] = attachments ?? []
    assert.deepEqual([name, type], [`${invoice.number}.pdf`, 'application/pdf'])
    assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-')
    assert.ok(text.includes(`It is attached as ${invoice.number}.pdf.`))
  }
  assert.equal(office.sent.length, 2)
})

test('mail worker: a PDF that cannot be made now is waited for, one that cannot be made at all is left out', async () => {
  await using office = await openOffice()
  const invoice = await office.store.invoices.add(sampleInvoice())
  office.pdf = async () => {
    throw new Refusal('unavailable', 'Others are being made.')
  }
  office.mailWorker.begin()
  await office.post('a@x.test', 'invoice-issued', invoiceFacts(invoice))
  const waiting = await until(async () => {
    const next = await office.store.outbox.findNext()
    return next?.attempts === 1 && next
  }, within('the first try'))
  assert.deepEqual([office.sent.length, office.bugs.length], [0, 0])
  office.pdf = async () => {
    throw new Error('a bug')
  }
  office.now = waiting.dueAt
  office.mailWorker.wake()
  await until(() => isEmpty(office), within('the mail'))
  const [{ attachments, text } = assert.fail()] = office.sent
  assert.deepEqual([attachments, office.bugs.length], [undefined, 1])
  assert.ok(text.includes(`berth invoices download ${invoice.number}`))
  assert.doesNotMatch(text, /attached/)
})
