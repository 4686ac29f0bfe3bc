import { duration, email, Problem, setting, text, wholeNumber } from '#kit/setting-kinds.ts'
import { countryCode } from '#kit/text/countries.ts'
import type { BillingPolicies } from '#platform/model/billing/billing-policies.ts'

const lines = (given: string): readonly string[] =>
  given
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
const optionalEmail = (given: string) => (given === '' ? '' : email(given))
const optionalCountry = (given: string) =>
  given === ''
    ? ''
    : countryCode(given) === given
      ? given
      : new Problem('is not a two-letter country code, such as FR')
const optionalDuration = (given: string) => (given === '' ? undefined : duration(given))
const euros = wholeNumber(0, 999_999_999, 'a whole number of euros')

const percentage = (given: string) =>
  /^\d{1,3}(\.\d{1,4})?$/.test(given) && Number(given) <= 100
    ? given
    : new Problem('is not a percentage from 0 to 100')

/** Who invoices and when; nothing is invoiced until there is a price list. */
export const billingSettings = {
  billingName: setting('BERTH_BILLING_NAME', '', text, 'who issues invoices, as printed on them'),
  billingAddress: setting(
    'BERTH_BILLING_ADDRESS',
    '',
    lines,
    'their address without the country, in lines separated by `;`',
  ),
  billingCountry: setting(
    'BERTH_BILLING_COUNTRY',
    '',
    optionalCountry,
    'their country, such as `FR`, which also decides about VAT',
  ),
  billingVatNumber: setting('BERTH_BILLING_VAT_NUMBER', '', text, 'their VAT number'),
  billingLegal: setting(
    'BERTH_BILLING_LEGAL',
    '',
    lines,
    'legal lines at the foot of invoices, such as form, capital and register, separated by `;`',
  ),
  billingEmail: setting(
    'BERTH_BILLING_EMAIL',
    '',
    optionalEmail,
    'address for questions about invoices',
  ),
  billingIban: setting('BERTH_BILLING_IBAN', '', text, 'IBAN that invoices are paid to'),
  billingBic: setting('BERTH_BILLING_BIC', '', text, 'BIC of that account'),
  billingLogo: setting(
    'BERTH_BILLING_LOGO',
    '',
    text,
    'file with the logo on invoices, a PNG or JPEG of at most 200 KB; the name is printed when empty',
  ),
  billingFonts: setting(
    'BERTH_BILLING_FONTS',
    '',
    text,
    "folder with fonts for scripts that are not bundled, such as Chinese; the system's fonts when empty",
  ),
  billingPaymentTerm: setting(
    'BERTH_BILLING_PAYMENT_TERM',
    '15d',
    duration,
    'time to pay an invoice',
  ),
  billingReminderPause: setting(
    'BERTH_BILLING_REMINDER_PAUSE',
    '5d',
    duration,
    'time between reminders of an unpaid invoice, the first of them when it is due',
  ),
  billingSuspendAfter: setting(
    'BERTH_BILLING_SUSPEND_AFTER',
    '',
    optionalDuration,
    'time after an unpaid invoice was due when the applications of its owner are stopped, such as `31d`; nothing is deleted, and they start again once it is paid; never when empty',
  ),
  billingMaxConsumption: setting(
    'BERTH_BILLING_MAX_CONSUMPTION',
    '10000',
    euros,
    'charge of a provider, in euros, above which it is held for your decision, like a negative one',
  ),
  billingPlatformShare: setting(
    'BERTH_BILLING_PLATFORM_SHARE',
    '30',
    percentage,
    'percentage of sales of add-on providers that the platform keeps; a price list can set another one from its date on',
  ),
} as const

interface BillingSettings {
  billingName: string
  billingAddress: readonly string[]
  billingCountry: string
  billingVatNumber: string
  billingLegal: readonly string[]
  billingEmail: string
  billingIban: string
  billingBic: string
  billingPaymentTerm: number
  billingReminderPause: number
  billingSuspendAfter: number | undefined
  billingMaxConsumption: number
  billingPlatformShare: string
}

export const billingPoliciesOf = (settings: BillingSettings): BillingPolicies => ({
  seller: {
    name: settings.billingName,
    address: settings.billingAddress,
    country: settings.billingCountry,
    vatNumber: settings.billingVatNumber,
    legalLines: settings.billingLegal,
    email: settings.billingEmail,
    iban: settings.billingIban,
    bic: settings.billingBic,
  },
  paymentTerm: settings.billingPaymentTerm,
  reminderPause: settings.billingReminderPause,
  suspendAfter: settings.billingSuspendAfter,
  maxConsumption: settings.billingMaxConsumption,
  platformShare: settings.billingPlatformShare,
})
