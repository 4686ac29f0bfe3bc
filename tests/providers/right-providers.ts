import { sameText } from '#kit/crypto/same-text.ts'
import { ssoToken } from '#protocol/sso/sso.ts'
import { checkSso } from '#protocol/sso/sso-check.ts'
import { callBackUntilHeard } from './call-back.ts'
import type { Variation } from './open-provider.ts'
import { no, said } from './provider-state.ts'

/** Correct providers that differ in permitted ways. */
export const rightProviders: Record<string, Variation> = {
  'answers 200 and deletes with 200': () => ({}),
  'answers 201, deletes with 204, and redirects with 303': (right) => ({
    made: async (item, shop) => ({ ...(await right.made(item, shop)), status: 201 }),
    remove: ({ items }, id) => (items.delete(id) ? said(204) : no(404, 'Unknown.')),
    enter(form, shop) {
      const answer = right.enter.call(this, form, shop)
      return answer.status === 302 ? { ...answer, status: 303 } : answer
    },
  }),
  'answers 202 and completes later': () => ({
    made: (item, shop) => ({
      ...said(202, { id: item.id, message: 'It is coming.' }),
      afterwards: () => void callBackUntilHeard(shop, item),
    }),
  }),
  'answers 401 to forged forms, and knows no change of plan': () => ({
    forbidden: 401,
    changePlan: () => no(501, 'Not here.'),
  }),
  'checks the older token beside the signature': () => ({
    isSigned(form, { manifest }) {
      const { sso_salt: salt } = manifest.api
      const { visit } = checkSso(form, { salt, now: Date.now(), window: 15 * 60_000 })
      return visit !== undefined && sameText(form.get('token') ?? '', ssoToken(visit, salt))
    },
  }),
  'sends no message, fewer variables, and signs visitors out by a redirection': () => ({
    configOf: (_, id) => ({ BENCH_URL: `https://bench.example.org/${id}` }),
    made: ({ id, config }) => said(200, { id, config }),
    panel: () => said(302, undefined, { location: 'https://bench.example.org/login' }),
  }),
}
