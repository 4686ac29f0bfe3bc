import { programVersion } from '#kit/build-identity/read-build.ts'

/** Names us, and our version, to those whom we call. */
export const userAgent = (product = 'Berth'): string => `${product}/${programVersion()}`
