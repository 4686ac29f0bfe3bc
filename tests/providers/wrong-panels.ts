import { type SsoVisit, signSso } from '#protocol/sso/sso.ts'
import { said } from './provider-state.ts'
import { type WrongProvider, wrong } from './wrong-provider.ts'

/** Providers with faulty panels: open without a session, closed with one, or leaking data. */
export const wrongPanels: readonly WrongProvider[] = [
  wrong('sets no cookie', 'sso.cookie', (right) => ({
    enter(form, shop) {
      const { status, headers } = right.enter.call(this, form, shop)
      return said(status, undefined, headers?.location ? { location: headers.location } : {})
    },
  })),
  wrong('redirects elsewhere with the salt', 'sso.no-secret', (right) => ({
    enter(form, shop) {
      const answer = right.enter.call(this, form, shop)
      const salt = encodeURIComponent(shop.manifest.api.sso_salt)
      const headers = { ...answer.headers, location: `https://panel.example.org/?key=${salt}` }
      return answer.status === 302 ? { ...answer, headers } : answer
    },
  })),
  wrong('redirects so that the form is posted again', 'sso.redirects', (right) => ({
    enter(form, shop) {
      const answer = right.enter.call(this, form, shop)
      return answer.status === 302 ? { ...answer, status: 307 } : answer
    },
  })),
  wrong('opens panels of resources that never were', 'sso.unknown-id', (right) => ({
    enter(form, shop) {
      const id = form.get('id') ?? ''
      const answer = right.enter.call(this, form, shop)
      if (shop.items.has(id) || !this.isSigned(form, shop)) return answer
      return said(302, undefined, { location: `/panel/${id}`, 'set-cookie': 'bench=0' })
    },
  })),
  wrong('shows the panel to everybody', 'sso.panel-closed', () => ({
    panel({ items }, id) {
      const item = items.get(id)
      return item ? said(200, this.greeting(item, '')) : said(404, 'No.')
    },
    greeting: ({ id }) => `<p>${id}`,
  })),
  wrong('opens every panel with any session', 'sso.other-panel', () => ({
    panel({ items, guests }, id, cookie) {
      const item = items.get(id)
      const isGuest = guests.has(/bench=(\w+)/.exec(cookie)?.[1] ?? '')
      return item && isGuest ? said(200, this.greeting(item, '')) : said(403, 'No.')
    },
  })),
  wrong('believes any cookie', 'sso.forged-cookie', () => ({
    panel({ items }, id, cookie) {
      const item = items.get(id)
      return item && cookie.includes('bench=')
        ? said(200, this.greeting(item, ''))
        : said(403, 'No.')
    },
  })),
  wrong('shows e-mails as markup', 'sso.escaped', () => ({
    greeting: ({ id }, email) => `<p>${id} for ${email}`,
  })),
  wrong('takes the last e-mail of the form', 'sso.one-email', (right) => ({
    isSigned(form, shop) {
      const firsts = new URLSearchParams(
        [...form].filter(([name], at, all) => all.findIndex(([other]) => other === name) === at),
      )
      return right.isSigned(firsts, shop)
    },
    guest: (form) => form.getAll('email').at(-1) ?? '',
  })),
  wrong('fails to show the panel', 'sso.panel', () => ({ panel: () => said(500, 'Oops.') })),
  wrong('tells the right signature', 'sso.no-oracle', (right) => ({
    enter(form, shop) {
      const answer = right.enter.call(this, form, shop)
      if (answer.status !== 403) return answer
      const visit = Object.fromEntries(form) as unknown as SsoVisit
      return said(403, `expected ${signSso(visit, shop.manifest.api.sso_salt)}`)
    },
  })),
]
