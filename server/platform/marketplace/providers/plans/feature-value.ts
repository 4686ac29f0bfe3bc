import type { CheckResult } from '#platform/marketplace/providers/refuse-problems.ts'
import type { FeatureType, PlanFeature } from '#platform/model/marketplace/plan.ts'

type Value = Pick<PlanFeature, 'value' | 'computableValue'>

/**
 * Checks a value against the type of its feature. The display value is free when a computable value is given;
 * otherwise the computable value must be derivable from it.
 */
export function checkFeatureValue(
  type: FeatureType,
  value: string,
  computable: string | undefined,
): CheckResult<Value> {
  const { compute, expects } = kinds[type]
  const computed = compute(computable ?? value)
  if (computed === undefined) return { problem: `${computable ?? value}: ${expects}` }
  return { value: { value, computableValue: computed } }
}

interface Kind {
  /** Derives the computable value, or `undefined` when impossible. */
  compute(text: string): string | null | undefined
  expects: string
}

const units = (table: Record<string, number>) => (text: string) => {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(text.trim()) ?? []
  const factor = Object.hasOwn(table, unit.toLowerCase()) ? table[unit.toLowerCase()] : undefined
  return amount === '' || factor === undefined
    ? undefined
    : String(Math.round(Number(amount) * factor))
}

const bytes = units({
  '': 1,
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  pb: 1e15,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
  pib: 2 ** 50,
})

const seconds = units({
  '': 1,
  s: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hour: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  week: 604_800,
  weeks: 604_800,
  month: 2_592_000,
  months: 2_592_000,
  year: 31_536_000,
  years: 31_536_000,
})

const number = (text: string) =>
  /^-?\d{1,15}(\.\d{1,10})?$/.test(text.trim()) ? text.trim() : undefined

const word = (table: Record<string, string>) => (text: string) => {
  const key = text.trim().toLowerCase()
  return Object.hasOwn(table, key) ? table[key] : undefined
}

const size: Kind = { compute: bytes, expects: 'this must be a size, such as 512 MB or 10 GiB.' }

const kinds: Record<FeatureType, Kind> = {
  BOOLEAN: {
    compute: word({ true: 'true', yes: 'true', false: 'false', no: 'false' }),
    expects: 'this must be true or false.',
  },
  // Clients compare with exactly these two words.
  BOOLEAN_SHARED: {
    compute: word({ shared: 'Shared', true: 'Shared', dedicated: 'dedicated', false: 'dedicated' }),
    expects: 'this must be Shared or Dedicated.',
  },
  INTERVAL: { compute: seconds, expects: 'this must be a time, such as 7 days.' },
  FILESIZE: size,
  BYTES: size,
  NUMBER: { compute: number, expects: 'this must be a number.' },
  PERCENTAGE: {
    compute(text) {
      const share = number(text.replace(/ ?%$/, ''))
      return share !== undefined && Number(share) >= 0 && Number(share) <= 100 ? share : undefined
    },
    expects: 'this must be a percentage between 0 and 100.',
  },
  STRING: { compute: (text) => text, expects: '' },
  // Display text without a canonical computable value.
  OBJECT: { compute: (text) => (isJsonObject(text) ? text : null), expects: '' },
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
