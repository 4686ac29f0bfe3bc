import type { Kysely } from 'kysely'
import type {
  HeldInvoices,
  InvoicePage,
  Invoices,
  Reminders,
} from '#platform/model/billing/billing-store.ts'
import type { HeldInvoice, Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { invoiceNumber, sequenceOf } from '#platform/model/billing/invoices/invoice-number.ts'
import { codec, isDone, whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { StoredHeldInvoice, StoredInvoice, Tables } from '#stores/sql/tables.ts'

const { toRow, fromRow } = codec<StoredInvoice>({ json: ['document', 'payment'] })

function toStored(invoice: Omit<Invoice, 'number'>, sequence: number): StoredInvoice {
  const { seller, buyer, lines, discount, taxes, totals, notes, period, ...facts } = invoice
  return {
    ...facts,
    number: invoiceNumber(invoice.issuedAt, sequence),
    sequence,
    periodFrom: period.from,
    periodUntil: period.until,
    document: { seller, buyer, lines, discount, taxes, totals, notes },
  }
}

function fromStored(stored: StoredInvoice): Invoice {
  const { sequence: _, periodFrom, periodUntil, document, ...facts } = stored
  return { ...facts, ...document, period: { from: periodFrom, until: periodUntil } }
}

export function sqlInvoices(db: Kysely<Tables>): Invoices {
  const all = db.selectFrom('invoices').selectAll()
  type Query = typeof all
  const read = async (query: Query): Promise<Invoice[]> =>
    (await query.execute()).map((row) => fromStored(fromRow(row)))
  const readOne = async (query: Query): Promise<Invoice | undefined> =>
    (await read(query.limit(1)))[0]
  const page = (query: Query, { since, until, limit }: InvoicePage): Query => {
    const begun = since === undefined ? query : query.where('issuedAt', '>=', since)
    const ended = until === undefined ? begun : begun.where('issuedAt', '<', until)
    const sorted = ended.orderBy('sequence', 'desc')
    return limit === undefined ? sorted : sorted.limit(limit)
  }
  return {
    add: (invoice) =>
      whole(db, async (inside) => {
        const { last } = await inside
          .selectFrom('invoices')
          .select(({ fn }) => fn.max('sequence').as('last'))
          .executeTakeFirstOrThrow()
        const stored = toStored(invoice, (last ?? 0) + 1)
        await inside.insertInto('invoices').values(toRow(stored)).execute()
        return fromStored(stored)
      }),
    find: (number) => readOne(all.where('number', '=', number)),
    findOfPeriod: (ownerId, { from }) =>
      readOne(
        all
          .where('ownerId', '=', ownerId)
          .where('periodFrom', '=', from)
          .where('kind', '=', 'invoice')
          .where('origin', '=', 'automatic'),
      ),
    listOf: (ownerId, given) => read(page(all.where('ownerId', '=', ownerId), given)),
    listAll({ after, status, ...given }) {
      const inState = status ? all.where('status', '=', status) : all
      return read(page(after ? inState.where('sequence', '<', sequenceOf(after)) : inState, given))
    },
    listOfMonth({ from, until }, { after, limit }) {
      const ofMonth = all.where(
        sql<boolean>`(("kind" = 'invoice' and "periodFrom" >= ${from} and "periodFrom" < ${until})
          or ("kind" = 'credit-note' and "issuedAt" >= ${from} and "issuedAt" < ${until}))`,
      )
      return read(
        page(after ? ofMonth.where('sequence', '<', sequenceOf(after)) : ofMonth, { limit }),
      )
    },
    listInState: (statuses, ownerId) =>
      read(
        all
          .where('ownerId', '=', ownerId)
          .where('status', 'in', [...statuses])
          .where('kind', '=', 'invoice')
          .orderBy('sequence'),
      ),
    async listDue(statuses, dueAt) {
      const rows = await db
        .selectFrom('invoices')
        .select(['number', 'ownerId', 'dueAt'])
        .where('status', 'in', [...statuses])
        .where('kind', '=', 'invoice')
        .where('dueAt', '<=', dueAt)
        .orderBy('sequence')
        .execute()
      return rows.map((row) => ({ ...row }))
    },
    listCorrections: (number) => read(all.where('corrects', '=', number).orderBy('sequence')),
    change: (number, from, change) =>
      isDone(
        db
          .updateTable('invoices')
          .set(toRow<Partial<StoredInvoice>>(change))
          .where('number', '=', number)
          .where('status', 'in', [...from]),
      ),
  }
}

export function sqlHeldInvoices(db: Kysely<Tables>): HeldInvoices {
  const all = db.selectFrom('heldInvoices').selectAll().orderBy('periodFrom').orderBy('ownerId')
  const fromHeld = ({ periodFrom, periodUntil, ...held }: StoredHeldInvoice): HeldInvoice => ({
    ...held,
    period: { from: periodFrom, until: periodUntil },
  })
  return {
    async put({ period, ...held }) {
      const row = { ...held, periodFrom: period.from, periodUntil: period.until }
      await db
        .insertInto('heldInvoices')
        .values(row)
        .onConflict((conflict) => conflict.columns(['ownerId', 'periodFrom']).doUpdateSet(row))
        .execute()
    },
    async list() {
      return (await all.execute()).map(fromHeld)
    },
    async listOf(ownerId) {
      return (await all.where('ownerId', '=', ownerId).execute()).map(fromHeld)
    },
    async remove(ownerId, { from }) {
      await db
        .deleteFrom('heldInvoices')
        .where('ownerId', '=', ownerId)
        .where('periodFrom', '=', from)
        .execute()
    },
  }
}

export const sqlReminders = (db: Kysely<Tables>): Reminders => ({
  async add(reminder) {
    await db.insertInto('reminders').values(reminder).execute()
  },
  async listOf(number) {
    const all = db.selectFrom('reminders').selectAll().where('number', '=', number)
    return (await all.orderBy('sentAt').execute()).map((row) => ({ ...row }))
  },
})
