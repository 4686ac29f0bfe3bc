/** Pages of the documentation that the console links to, by their path below `/docs/`; a test looks whether they exist. */
export const guides = [
  'guides/authentication',
  'guides/certificates',
  'guides/connected-repositories',
  'guides/domains',
  'guides/invoices',
  'guides/maintenance',
  'guides/monitoring',
  'guides/network-groups',
  'guides/one-off-commands',
  'guides/organisations',
  'guides/previews',
  'guides/rollback',
  'guides/scaling',
  'guides/scheduled-tasks',
  'guides/ssh',
  'guides/webhooks',
  'marketplace/customers',
] as const

export type Guide = (typeof guides)[number]

export const guidePath = (guide: Guide): string => `/docs/${guide}.html`
