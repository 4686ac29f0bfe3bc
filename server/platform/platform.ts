/** All parts of the platform, which the last wing gets. A wing names what it gets itself. */
export type { Platform } from './overview/platform.ts'
