import { gte, major } from 'semver'

/** The release that began the long-term support of each line; the project announces one each October. */
const begins: Record<number, string> = {
  10: '10.13.0',
  12: '12.13.0',
  14: '14.15.0',
  16: '16.13.0',
  18: '18.12.0',
  20: '20.9.0',
  22: '22.11.0',
  24: '24.11.0',
}

export function isLongTermSupport(version: string): boolean {
  const first = begins[major(version)]
  return first !== undefined && gte(version, first)
}
