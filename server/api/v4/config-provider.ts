import { configurationAnswer } from '#api/answers/addons.ts'
import { variableList } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { realIdOf } from '#api/v2/addon-record.ts'
import { maxVariableBytes } from '#api/v2/variable-bytes.ts'
import { environmentToWire } from '#api/v2/wire.ts'
import { array, object, string } from '#kit/schema.ts'
import { setAddonVariables } from '#platform/marketplace/addons/config/set-variables.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'

const providerId = 'config-provider'
const path = `/v4/addon-providers/${providerId}/addons/:addonId` as const

export const getConfiguration = endpoint({
  method: 'GET',
  path,
  access: { on: 'addon', may: 'operate' },
  summary: 'Shows an add-on of the configuration provider, with its variables',
  answer: configurationAnswer,
  async handle({ addon }) {
    requireConfiguration(addon)
    return {
      id: realIdOf(addon),
      owner_id: addon.ownerId,
      creation_date: new Date(addon.createdAt).toISOString(),
      env: environmentToWire(addon.config),
    }
  },
})

export const listConfiguration = endpoint({
  method: 'GET',
  path: `${path}/env`,
  access: { on: 'addon', may: 'operate' },
  summary: 'Lists the variables of an add-on of the configuration provider',
  answer: variableList,
  async handle({ addon }) {
    requireConfiguration(addon)
    return environmentToWire(addon.config)
  },
})

export const putConfiguration = endpoint({
  method: 'PUT',
  path: `${path}/env`,
  access: { on: 'addon', may: 'operate' },
  action: 'addon.configure',
  summary:
    'Replaces all variables of an add-on of the configuration provider; linked applications restart',
  body: array(object({ name: string, value: string })),
  maxBytes: maxVariableBytes,
  answer: variableList,
  async handle({ platform, addon, body }) {
    requireConfiguration(addon)
    const { config } = await setAddonVariables(platform, addon, variablesIn(body))
    return environmentToWire(config)
  },
})

function requireConfiguration({ name, providerId: its }: Addon): void {
  if (its !== providerId) {
    throw new Refusal('missing', `The add-on ${name} is not one of the configuration provider.`)
  }
}

/** Refuses a duplicate name, because it is ambiguous. */
function variablesIn(list: readonly { name: string; value: string }[]): Record<string, string> {
  const variables: Record<string, string> = Object.create(null)
  for (const { name, value } of list) {
    if (name in variables) {
      throw new Refusal('invalid', `${JSON.stringify(name.slice(0, 100))} is in the list twice.`)
    }
    variables[name] = value
  }
  return variables
}
