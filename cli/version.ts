import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './checkout.ts'

/** Version of this installation. */
export const version = (): string =>
  JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version
