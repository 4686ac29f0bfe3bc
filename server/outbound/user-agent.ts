import { programVersion } from '#kit/build-info/build-info.ts'

/** Names us, and our version, to those whom we call. */
export const userAgent = (product = 'Berth'): string => `${product}/${programVersion()}`
