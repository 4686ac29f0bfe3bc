import { fileURLToPath } from 'node:url'

/** The folder that this tool lives in, with everything else of Berth. */
export const checkout: string = fileURLToPath(new URL('..', import.meta.url))
