import { fileURLToPath } from 'node:url'

/** Real tools, downloaded once for all tests of this checkout. */
export const toolchainCache = fileURLToPath(new URL('../../.cache/toolchains', import.meta.url))
