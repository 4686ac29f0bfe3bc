import type { BillingDocuments } from '#platform/model/billing/invoices/documents.ts'
import type { Core } from '#platform/model/core.ts'
import type { MailWorker } from '#platform/model/events/email.ts'

/** The platform as mail knows it: what every wing gets, and parts of its own. */
export interface Platform extends Core {
  mailWorker: MailWorker
  /** Renders invoices and statements. */
  documents: BillingDocuments
}
