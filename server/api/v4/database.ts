import { databaseAnswer } from '#api/answers/addons.ts'
import type { databaseStatus } from '#api/answers/states.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { realIdOf } from '#api/v2/addon-record.ts'
import type { Infer } from '#kit/schema.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'

interface DatabaseKind {
  /** Of its variables. */
  prefix: string
  /** Options that are on or off, and how they are when the order does not say. */
  features: Readonly<Record<string, boolean>>
}

const features = { 'do-backup': true, encryption: false, 'direct-host-only': false }

/** Providers with a database record. */
const kinds: Readonly<Record<string, DatabaseKind>> = {
  'postgresql-addon': { prefix: 'POSTGRESQL_ADDON_', features },
  'mysql-addon': { prefix: 'MYSQL_ADDON_', features: { ...features, 'skip-log-bin': true } },
}

export const getDatabase = endpoint({
  method: 'GET',
  path: '/v4/addon-providers/:providerId/addons/:addonId',
  access: { on: 'addon', may: 'operate' },
  summary: 'Shows where the database of an add-on is, and how to log in there',
  answer: databaseAnswer,
  async handle({ platform, addon }) {
    const kind = Object.hasOwn(kinds, addon.providerId) && kinds[addon.providerId]
    if (!kind) throw new Refusal('missing', `The add-on ${addon.name} is not a database.`)
    const value = (name: string) => addon.config[`${kind.prefix}${name}`] ?? ''
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
      ...(addon.options.locale === undefined ? {} : { locale: addon.options.locale }),
      features: featuresOf(kind, addon),
      ...(addon.providerId === 'mysql-addon' ? { read_only_users: [] } : {}),
    }
  },
})

const featuresOf = ({ features }: DatabaseKind, { options }: Addon) =>
  Object.entries(features).map(([name, standard]) => ({
    name,
    enabled: options[name] === undefined ? standard : options[name] === 'true',
  }))

const statusOf = ({ state }: Addon): Infer<typeof databaseStatus> =>
  state === 'deleting' ? 'TO_DELETE' : 'ACTIVE'
