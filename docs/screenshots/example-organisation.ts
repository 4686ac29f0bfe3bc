import { freePort } from '#kit/net/free-port.ts'
import { html } from '#kit/text/html.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import { defineProvider, type RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'
import type { Applications } from './example-applications.ts'

const organisationName = 'Harbour Supplies'

/** Name, address, people who are asked to come, a key, a token, and a program that may act for others. */
export async function describeOrganisation({ client, admin }: TestBerth) {
  const owner = admin.organisationId
  await client.self.change({ name: 'Ada Moreau', city: 'Nantes', country: 'FR' })
  await client.organisations.change(owner, {
    name: organisationName,
    company: 'Harbour Supplies SAS',
    address: '12 quai de la Fosse',
    city: 'Nantes',
    zipcode: '44000',
    country: 'FR',
  })
  await client.members.invite(owner, { email: 'noor@harbour.example', role: 'DEVELOPER' })
  const key = `ssh-ed25519 ${Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0 '.padEnd(51, 'k'), 'latin1').toString('base64')}`
  await client.sshKeys.add('laptop', `${key} ada@laptop`)
  const token = { name: 'continuous integration', description: 'Deploys what was merged' }
  await client.ownApiTokens.create(token, admin.password ?? '')
  const { key: consumerKey } = await client.consumers.create(owner, {
    name: 'Deployment board',
    description: 'Shows on the wall who deploys what',
    url: 'https://board.harbour.example',
    baseUrl: 'https://board.harbour.example',
    picture: '',
    rights: { access_organisations: true },
  })
  return { consumerKey }
}

/** Databases of the platform's own, shared variables, and an add-on of a partner. */
export async function orderAddons({ client, admin }: TestBerth, applications: Applications) {
  const owner = admin.organisationId
  const { storefront } = applications
  const order = (name: string, providerId: string) =>
    client.addons.order(owner, { name, providerId, linkedApp: storefront.record.id })
  const orders = await order('orders', 'postgresql-addon')
  await order('sessions', 'redis-addon')
  const shared = await client.addons.order(owner, { name: 'shared', providerId: 'config-provider' })
  await client.addons.configure(shared, { SUPPORT_EMAIL: 'help@harbour.example' })
  await client.addons.link(storefront.record, shared.id)
  await client.dependencies.link(storefront.record, applications['catalogue-api'].record.id)
  return { addonId: orders.id }
}

/** Domains and a webhook of the shop. */
export async function connectStorefront(
  { client, admin }: TestBerth,
  { storefront }: Applications,
  receiver: string,
): Promise<{ webhookId: string }> {
  await client.domains.add(storefront.record, 'shop.harbour.example')
  await client.domains.add(storefront.record, 'www.harbour.example')
  await client.domains.setFavourite(storefront.record, 'shop.harbour.example')
  const { id: webhookId } = await client.webhooks.add(admin.organisationId, {
    name: 'Chat of the team',
    urls: [{ format: 'raw', url: receiver }],
    scope: [storefront.record.id],
    events: ['DEPLOYMENT_SUCCESS', 'DEPLOYMENT_FAIL'],
  })
  return { webhookId }
}

/** A private network of the shop, its catalogue and its database, and of the machine of an accountant. */
export async function openBackOffice(
  { client, admin }: TestBerth,
  applications: Applications,
  addonId: string,
): Promise<{ groupId: string }> {
  const ownerId = admin.organisationId
  const { storefront, 'catalogue-api': catalogue } = applications
  const { id: groupId } = await client.networkGroups.create(ownerId, {
    label: 'back-office',
    description: 'What the shop shares with its catalogue and its accounts',
    members: [storefront.record, catalogue.record, { id: addonId }].map(({ id }) => ({ id })),
  })
  await client.networkGroups.admit(
    { ownerId, id: groupId },
    { label: 'accounting', parentMember: 'external_1', publicKey: newKeyPair().publicKey },
  )
  return { groupId }
}

const plans = [
  { name: 'Skiff', slug: 'skiff', price: 0, value: '100' },
  { name: 'Sloop', slug: 'sloop', price: 9, value: '10000' },
  { name: 'Schooner', slug: 'schooner', price: 49, value: '250000' },
]

/** A partner that sends mails. */
export async function offerMails({ client, admin }: TestBerth): Promise<RunningProvider> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const urls = { base_url: `${address}/resources`, sso_url: `${address}/sso` }
  const manifest = { ...newManifest('gull-mail', { production: urls, test: urls }) }
  const config = { GULL_MAIL_URL: 'https://gull.example/send' }
  const running = defineProvider({
    manifest,
    provision: () => ({ config, message: 'Verify your domain before the first mail.' }),
    changePlan: () => ({ config, message: 'More mails from now on.' }),
    deprovision: () => {},
    panel: ({ email }) => html`<title>Gull Mail</title><h1>Welcome, ${email}</h1>`,
  })
  await running.listen(port)
  const owner = admin.organisationId
  await client.providers.push(owner, { ...manifest, name: 'Gull Mail' })
  await client.providers.change(owner, 'gull-mail', {
    shortDesc: 'Mails that arrive, with a report of those that do not',
    canUpgrade: true,
  })
  await client.providers.putFeature(owner, 'gull-mail', { name: 'Mails per month', type: 'NUMBER' })
  for (const { value, ...plan } of plans) {
    const features = [{ name: 'Mails per month', value }]
    await client.providers.addPlan(owner, 'gull-mail', { ...plan, features })
  }
  return running
}
