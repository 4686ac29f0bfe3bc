import { resolve } from 'node:path'
import { count, email, oneOf, Problem, setting } from '#kit/setting-kinds.ts'

/** An HTTPS address, or `off`. */
const directory = (text: string) => {
  if (text === 'off') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && !url.username && !url.password
    ? url.href
    : new Problem('is neither off nor an HTTPS address, such as https://acme.example.org/directory')
}

/** Certificates of domains by ACME. */
export const certificateSettings = {
  acme: setting(
    'BERTH_ACME',
    'off',
    directory,
    "directory of the ACME server that certificates of applications' domains are ordered from, such as https://acme-v02.api.letsencrypt.org/directory; naming one agrees to its terms; off: none",
  ),
  acmeEmail: setting(
    'BERTH_ACME_EMAIL',
    '',
    (text) => (text === '' ? '' : email(text)),
    'address that the ACME server may write to',
  ),
  acmeChallenge: setting(
    'BERTH_ACME_CHALLENGE',
    'http-01',
    oneOf('http-01', 'tls-alpn-01'),
    'how the ACME server verifies a domain: http-01 on port 80, tls-alpn-01 on port 443; that port of the domain has to lead to BERTH_HTTP_PORT or BERTH_HTTPS_PORT',
  ),
  acmeOrders: setting(
    'BERTH_ACME_ORDERS',
    '20',
    count,
    'orders of certificates per hour for the domains of one person, in their own space and all organisations that count for them: the ACME server counts those of the whole platform',
  ),
  acmeCa: setting(
    'BERTH_ACME_CA',
    '',
    (text) => (text === '' ? undefined : resolve(text)),
    'PEM file with the certificate of the authority that a private ACME server has its own certificate from',
  ),
} as const
