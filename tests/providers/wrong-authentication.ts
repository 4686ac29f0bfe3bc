import { readBasicAuth } from '#kit/net/basic-auth.ts'
import { said } from './provider-state.ts'
import { type WrongProvider, wrong } from './wrong-provider.ts'

/** Providers with faulty authentication. */
export const wrongListeners: readonly WrongProvider[] = [
  wrong('checks nobody', 'authentication.missing', () => ({ isCaller: () => true })),
  wrong('accepts every password', 'authentication.wrong-password', () => ({
    isCaller: (header, { manifest }) => readBasicAuth(header)?.id === manifest.id,
  })),
  wrong('accepts every user name', 'authentication.wrong-user', () => ({
    isCaller: (header, { manifest }) => readBasicAuth(header)?.password === manifest.api.password,
  })),
  wrong('compares the beginning of the password', 'authentication.longer-password', () => ({
    isCaller: (header, { manifest }) =>
      readBasicAuth(header)?.password.startsWith(manifest.api.password) ?? false,
  })),
  wrong('compares as far as the given password goes', 'authentication.empty-password', () => ({
    isCaller: (header, { manifest }) =>
      manifest.api.password.startsWith(readBasicAuth(header)?.password ?? '?'),
  })),
  wrong('compares passwords without case', 'authentication.password-case', () => ({
    isCaller: (header, { manifest }) =>
      readBasicAuth(header)?.password.toLowerCase() === manifest.api.password.toLowerCase(),
  })),
  wrong('finds the password anywhere', 'authentication.other-scheme', (right) => ({
    isCaller: (header, shop, method) =>
      right.isCaller(header, shop, method) ||
      (header?.includes(shop.manifest.api.password) ?? false),
  })),
  wrong('lets everybody delete', 'authentication.delete', (right) => ({
    isCaller: (header, shop, method) => method === 'DELETE' || right.isCaller(header, shop, method),
  })),
  wrong('lets everybody change plans', 'authentication.plan-change', (right) => ({
    isCaller: (header, shop, method) => method === 'PUT' || right.isCaller(header, shop, method),
  })),
  wrong('answers strangers with 403', 'authentication.missing', () => ({
    stranger: () => said(403, { message: 'No.' }),
  })),
  wrong('shows strangers a login page', 'authentication.missing', () => ({
    stranger: () => said(200, '<form>Log in</form>'),
  })),
  wrong('tells strangers the password', 'authentication.no-secret', () => ({
    stranger: ({ manifest }) =>
      said(401, { message: `expected ${manifest.id}:${manifest.api.password}` }),
  })),
]
