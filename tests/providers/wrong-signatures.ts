import { createHash } from 'node:crypto'
import { type SsoVisit, signSso, ssoToken } from '#protocol/sso/sso.ts'
import { checkSso } from '#protocol/sso/sso-check.ts'
import { type WrongProvider, wrong } from './wrong-provider.ts'

const visitOf = (form: URLSearchParams) => Object.fromEntries(form) as unknown as SsoVisit

const isRecent = (form: URLSearchParams) =>
  Math.abs(Date.now() - Number(form.get('timestamp'))) < 300_000

const sha512 = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  createHash('sha512').update(text, encoding).digest('hex')

const fields = ['id', 'user_id', 'email', 'nav-data'] as const

/** Providers that verify single sign-on forms incorrectly. */
export const wrongSignatures: readonly WrongProvider[] = [
  wrong('verifies no signature', 'sso.forged-signature', () => ({ isSigned: isRecent })),
  wrong('verifies the older token only', 'sso.forged-email', () => ({
    isSigned: (form, { manifest }) =>
      isRecent(form) && form.get('token') === ssoToken(visitOf(form), manifest.api.sso_salt),
  })),
  wrong('verifies a signature only when there is one', 'sso.no-signature', (right) => ({
    isSigned: (form, shop) => (form.has('signature') ? right.isSigned(form, shop) : isRecent(form)),
  })),
  wrong('compares half of the signature', 'sso.short-signature', (right) => ({
    isSigned(form, { manifest }) {
      const given = form.get('signature') ?? ''
      const isStart = signSso(visitOf(form), manifest.api.sso_salt).startsWith(given)
      return isStart && isRecent(form) && right.forbidden === 403
    },
  })),
  wrong('verifies no timestamp', 'sso.stale', () => ({
    isSigned: (form, { manifest }) =>
      form.get('signature') === signSso(visitOf(form), manifest.api.sso_salt),
  })),
  wrong('takes a timestamp that is no number for fresh', 'sso.no-time', () => ({
    isSigned: (form, { manifest }) =>
      form.get('signature') === signSso(visitOf(form), manifest.api.sso_salt) &&
      !(Date.now() - Number(form.get('timestamp')) > 300_000),
  })),
  wrong('takes a form of today for fresh', 'sso.stale-hour', () => ({
    isSigned: (form, { manifest: { api } }) =>
      checkSso(form, { salt: api.sso_salt, now: Date.now(), window: 12 * 3_600_000 }).visit !==
      undefined,
  })),
  wrong('hashes the encoded values', 'sso.opens', () => ({
    isSigned: (form, { manifest }) =>
      isRecent(form) &&
      form.get('signature') ===
        sha512(
          [
            ...fields.map((name) => encodeURIComponent(form.get(name) ?? '')),
            manifest.api.sso_salt,
            form.get('timestamp'),
          ].join(':'),
        ),
  })),
  wrong('leaves empty fields out', 'sso.opens', () => ({
    isSigned: (form, { manifest }) =>
      isRecent(form) &&
      form.get('signature') ===
        sha512(
          [...fields.map((name) => form.get(name)), manifest.api.sso_salt, form.get('timestamp')]
            .filter(Boolean)
            .join(':'),
        ),
  })),
  wrong('hashes letters as Latin-1', 'sso.unicode', () => ({
    isSigned: (form, { manifest }) =>
      isRecent(form) &&
      form.get('signature') ===
        sha512(
          [
            ...fields.map((name) => form.get(name)),
            manifest.api.sso_salt,
            form.get('timestamp'),
          ].join(':'),
          'latin1',
        ),
  })),
  wrong('decodes twice', 'sso.percent', () => ({
    readForm: (text) => {
      const form = new URLSearchParams(text)
      for (const [name, value] of [...form]) form.set(name, decodeURIComponent(value))
      return form
    },
  })),
  wrong('does not sign the navigation data', 'sso.forged-nav-data', (right) => ({
    isSigned(form, shop) {
      const emptied = new URLSearchParams(form)
      emptied.set('nav-data', '')
      return right.isSigned(emptied, shop)
    },
  })),
]
