import { fileURLToPath } from 'node:url'

/** Root folder of the Berth installation that this CLI belongs to. */
export const checkout: string = fileURLToPath(new URL('..', import.meta.url))
