import { parse } from 'semver'
import dates from './end-of-life.json' with { type: 'json' }

const byLine = new Map(Object.entries(dates))

/** The day, as in `2027-04-30`, from which a release line of Node gets no more security fixes. */
export const endOfLife = (version: string): string | undefined =>
  byLine.get(String(parse(version)?.major))
