import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  createApplications,
  deploySlowly,
  openReceiver,
  visitStorefront,
} from './example-applications.ts'
import { writeHistory } from './example-history.ts'
import {
  connectStorefront,
  describeOrganisation,
  offerMails,
  openBackOffice,
  orderAddons,
} from './example-organisation.ts'

/** A running platform with an organisation that has used it for months, and the parameters of its pages. */
export interface ExamplePlatform extends AsyncDisposable {
  berth: TestBerth
  /** Values of the parameters of addresses, by name. */
  parameters: Record<string, string>
}

const settings = {
  BERTH_ADMIN_EMAIL: 'ada@harbour.example',
  BERTH_BILLING_NAME: 'Harbour Hosting SAS',
  BERTH_BILLING_ADDRESS: '1 rue de la Loire;44000 Nantes',
  BERTH_BILLING_COUNTRY: 'FR',
  BERTH_BILLING_VAT_NUMBER: 'FR40303265045',
  BERTH_BILLING_EMAIL: 'billing@harbour.example',
  BERTH_BILLING_IBAN: 'FR7630006000011234567890189',
  BERTH_HEALTH_CHECK_TIMEOUT: '15s',
}

/** Visitors of a second, by application. */
const visitors = { storefront: 30, 'catalogue-api': 12 }

export async function openExamplePlatform(): Promise<ExamplePlatform> {
  await using opened = new AsyncDisposableStack()
  const berth = opened.use(await TestBerth.start(settings))
  const receiver = opened.use(await openReceiver())
  const { client, admin } = berth
  const { organisationId } = admin
  const { consumerKey } = await describeOrganisation(berth)
  const mails = await offerMails(berth)
  opened.defer(() => mails.close())
  const applications = await createApplications(berth)
  const { addonId } = await orderAddons(berth, applications)
  const { groupId } = await openBackOffice(berth, applications, addonId)
  const { webhookId } = await connectStorefront(berth, applications, receiver.url)
  await berth.signal('SIGTERM')
  await writeHistory(berth.data, {
    organisationId,
    applications: Object.entries(visitors).map(([name, count]) => {
      const { id, zone } = applications[name as keyof typeof visitors].record
      return { id: id as `app_${string}`, name, zone, visitors: count }
    }),
  })
  await berth.start()
  await client.billingOperation.run()
  const [oldest] = (await client.invoices.list(organisationId)).toReversed()
  if (oldest) await client.billingOperation.markPaid(oldest.invoice_number)
  await client.billingOperation.grantCredit(organisationId, { amount: '25', reason: 'Welcome' })
  await deploySlowly(berth, applications.staging)
  await visitStorefront(applications.storefront)
  const { record } = applications.storefront
  const failed = (await client.deployments.list(record)).find(({ state }) => state === 'FAIL')
  const { id: runId } = await client.runs.start(record, {
    command: ['for id in 4711 4712 4713; do echo "order $id: invoice sent"; done'],
    detached: true,
  })
  const stay = opened.move()
  return {
    berth,
    parameters: {
      ownerId: organisationId,
      applicationId: record.id,
      addonId,
      deploymentId: failed?.uuid ?? '',
      runId,
      invoiceNumber: oldest?.invoice_number ?? '',
      providerId: 'gull-mail',
      key: consumerKey,
      webhookId,
      groupId,
    },
    [Symbol.asyncDispose]: () => stay.disposeAsync(),
  }
}
