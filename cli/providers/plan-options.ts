import type { Options } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { UsageError } from '#cli/refusal.ts'
import type { PlanInput } from '#client/resources/marketplace/providers.ts'

/** Options that describe a plan. */
export const planOptions = {
  name: { type: 'string', short: 'n', value: 'name', summary: 'Name shown to customers' },
  price: { type: 'string', value: 'euros', summary: 'Price in euros per month' },
  feature: {
    type: 'string',
    value: 'name=value',
    summary: 'Value of a feature; `name:TYPE=value` also creates the feature',
    multiple: true,
  },
  ...orgOption,
} as const satisfies Options

export function readPrice(text: string, words: string): number {
  const price = Number(text.replace(',', '.'))
  if (/^\d+([.,]\d+)?$/.test(text) && Number.isFinite(price)) return price
  throw new UsageError(`Invalid --price '${text}': use a number of euros, such as 9.99.`, words)
}

/** `Disk=1 GB`, or `Disk:BYTES=1 GB`. */
export function readFeature(text: string, words: string): PlanInput['features'][number] {
  const [, name = '', type, value = ''] = /^([^=]*?)(?::([A-Z_]+))?=(.*)$/s.exec(text) ?? []
  if (name.trim() === '')
    throw new UsageError(`Invalid --feature '${text}': use name=value.`, words)
  return { name: name.trim(), value: value.trim(), ...(type && { type }) }
}
