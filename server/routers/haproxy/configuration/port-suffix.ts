import type { Configuration } from './configuration.ts'

/** Port in the address of a redirect to HTTPS. */
export const portSuffix = ({ publicHttpsPort }: Configuration): string =>
  publicHttpsPort === 443 ? '' : `:${publicHttpsPort}`
