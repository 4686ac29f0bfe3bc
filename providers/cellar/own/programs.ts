import { existsSync, statSync } from 'node:fs'
import offer from '#providers/cellar/offer.json' with { type: 'json' }

/** The gateway's program: the one that the operator names, or the first of the usual places that has one. */
export function gatewayProgram(named: string | undefined): string {
  const found = [named ?? offer.requires.programs].flat().find((path) => existsSync(path))
  if (found) return found
  throw new Error(`there is no program ${named ?? 'versitygw'}: ${offer.requires.byHand}`)
}

/** Differs after an upgrade of the program, which then runs in place of the one before. */
export function programStamp(named: string | undefined): string {
  const path = gatewayProgram(named)
  const { size, mtimeMs } = statSync(path)
  return `${path} ${size} ${mtimeMs}`
}
