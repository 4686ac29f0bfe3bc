import { databaseAnswer } from '#api/answers/addons.ts'
import type { databaseStatus } from '#api/answers/states.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { realIdOf } from '#api/v2/addon-record.ts'
import type { Infer } from '#kit/schema.ts'
import type { Addon } from '#platform/addons/addon.ts'
import { requireOffer } from '#platform/addons/orders/require-offer.ts'
import { Refusal } from '#platform/refusal.ts'

/** Providers with a database record, and the prefix of their variables. */
const prefixes: Readonly<Record<string, string>> = {
  'postgresql-addon': 'POSTGRESQL_ADDON_',
  'mysql-addon': 'MYSQL_ADDON_',
}

export const getDatabase = endpoint({
  method: 'GET',
  path: '/v4/addon-providers/:providerId/addons/:addonId',
  access: { on: 'addon', may: 'operate' },
  summary: 'Shows where the database of an add-on is, and how to log in there',
  answer: databaseAnswer,
  async handle({ platform, addon }) {
    const prefix = Object.hasOwn(prefixes, addon.providerId) && prefixes[addon.providerId]
    if (!prefix) throw new Refusal('missing', `The add-on ${addon.id} is no database.`)
    const value = (name: string) => addon.config[`${prefix}${name}`] ?? ''
    const { plan } = await requireOffer(platform, addon)
    return {
      id: realIdOf(addon),
      app_id: addon.id,
      owner_id: addon.ownerId,
      host: value('HOST'),
      port: Number(value('PORT')),
      user: value('USER'),
      password: value('PASSWORD'),
      database: value('DB'),
      plan: plan.slug,
      version: value('VERSION'),
      zone: addon.zone,
      status: statusOf(addon),
      creation_date: new Date(addon.createdAt).toISOString(),
      features: [],
      ...(addon.providerId === 'mysql-addon' ? { read_only_users: [] } : {}),
    }
  },
})

const statusOf = ({ state }: Addon): Infer<typeof databaseStatus> =>
  state === 'deleting' ? 'TO_DELETE' : 'ACTIVE'
