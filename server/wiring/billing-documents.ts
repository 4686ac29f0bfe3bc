import { readFile } from 'node:fs/promises'
import { createBillingDocuments } from '#documents/billing-documents.ts'
import { LogoError } from '#documents/logo.ts'
import type { BillingDocuments } from '#platform/model/billing/invoices/documents.ts'
import { type Settings, SettingsError } from '#settings/settings.ts'

/** Opens what renders invoices, with the operator's logo. A logo that cannot be used ends the start. */
export async function openBillingDocuments({
  billingLogo,
  billingFonts,
}: Pick<Settings, 'billingLogo' | 'billingFonts'>): Promise<BillingDocuments> {
  try {
    const logo = billingLogo === '' ? undefined : await readFile(billingLogo)
    return createBillingDocuments({ logo, fontFolder: billingFonts || undefined })
  } catch (error) {
    if (error instanceof LogoError) {
      throw new SettingsError([`BERTH_BILLING_LOGO=${billingLogo}: ${error.message}`])
    }
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new SettingsError([`BERTH_BILLING_LOGO=${billingLogo} cannot be read`])
  }
}
