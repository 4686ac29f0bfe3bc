import { endpoint } from '#api/endpoint.ts'
import { avatarUrl } from '#api/v2/avatar-url.ts'
import { vatStateOf } from '#api/v2/organisation-record.ts'
import { userOf } from '#api/v2/self/self.ts'
import { variantOf } from '#api/v2/wire.ts'
import type { Application } from '#platform/applications/application.ts'

export const getSummary = endpoint({
  method: 'GET',
  path: '/v2/summary',
  access: 'user:overview',
  summary: 'Shows the user and everything of the organisations they belong to, in short',
  async handle({ platform, addresses, caller }) {
    const { store } = platform
    const user = await userOf(platform, caller)
    const memberships = await store.organisations.listOf(user.id)
    const applicationsOf = async (ownerId: string) =>
      (await store.applications.listOf(ownerId)).map(toWire)
    return {
      user: {
        id: user.id,
        name: user.name,
        avatar: avatarUrl(addresses, user.avatar),
        applications: await applicationsOf(user.id),
        addons: [],
        consumers: [],
        lang: user.profile.lang,
        admin: false,
        canSEPA: false,
        partnerConsoleUrl: addresses.console,
      },
      organisations: await Promise.all(
        memberships.map(async ({ organisation: { id, name, avatar, details }, role }) => ({
          id,
          name,
          avatar: avatarUrl(addresses, avatar),
          role,
          providers: [],
          vatState: vatStateOf(details.vat),
          canPay: true,
          canSEPA: false,
          cleverEnterprise: false,
          emergencyNumber: null,
          isTrusted: false,
          applications: await applicationsOf(id),
          addons: [],
          consumers: [],
        })),
      ),
    }
  },
})

const toWire = (application: Application) => ({
  id: application.id,
  name: application.name,
  instanceType: application.type,
  instanceVariant: variantOf(application.type, '').id,
  variantSlug: application.type,
  archived: application.archived,
  homogeneous: application.homogeneous,
  variantLogoUrl: '',
  state: application.wanted === 'up' ? 'SHOULD_BE_UP' : 'SHOULD_BE_DOWN',
  commit: application.commit,
  systemTags: [],
  customerTags: [],
})
