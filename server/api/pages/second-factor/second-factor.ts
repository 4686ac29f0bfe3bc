import { html, redirect } from '#api/http/response.ts'
import { noteVisit } from '#api/pages/audit-page-action.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { confirmPassword } from '#platform/access/login/authenticate-password.ts'
import { hasSecondFactor } from '#platform/access/second-factor/check.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
} from '#platform/access/second-factor/enrolment.ts'
import type { User } from '#platform/accounts/users/user.ts'
import { Refusal } from '#platform/refusal.ts'
import { isBegun } from './pending-enrolment.ts'
import { codeForm, codeList, path, removalForm, startForm } from './second-factor-forms.ts'

const title = 'Second factor'

const showSecondFactor = pageEndpoint({
  method: 'GET',
  path,
  title,
  summary: 'The page on which a user sets up or removes the second factor',
  async handle(call) {
    if (!call.visit.user) return redirect(loginPath(call.fields))
    return html(page(title, await present(call, call.visit.user)))
  },
})

const changeSecondFactor = pageEndpoint({
  method: 'POST',
  path,
  title,
  summary: 'Sets up, confirms or removes the second factor, or renews its backup codes',
  async handle(call) {
    const { user } = call.visit
    if (!user) return redirect(loginPath(call.fields))
    return (steps.get(call.fields.get('step') ?? '') ?? begin)(call, user)
  },
  again: (call) => (call.visit.user ? present(call, call.visit.user, { isWrong: true }) : ''),
})

export const secondFactorSettingPages = [showSecondFactor, changeSecondFactor]

async function begin(call: PageCall, user: User): Promise<Response> {
  await checkPassword(call, user)
  const secret = await beginSecondFactor(call.platform, user)
  await noteVisit(call, user, 'second-factor.begin')
  return html(page(title, await codeForm(call, user, secret)))
}

async function confirm(call: PageCall, user: User): Promise<Response> {
  const { platform, fields, from } = call
  if (!isBegun(call)) {
    throw new Refusal('unauthenticated', 'This took too long. Enter your password again.')
  }
  const code = fields.get('code') ?? ''
  const codes = await confirmSecondFactor(platform, user, { code, from })
  await noteVisit(call, user, 'second-factor.confirm')
  return html(page('The second factor is on', codeList(codes)))
}

async function renew(call: PageCall, user: User): Promise<Response> {
  await checkPassword(call, user)
  const codes = await renewBackupCodes(call.platform, user, call.from)
  await noteVisit(call, user, 'second-factor.renew-codes')
  return html(page('New backup codes', codeList(codes)))
}

async function remove(call: PageCall, user: User): Promise<Response> {
  await checkPassword(call, user)
  await removeSecondFactor(call.platform, user, call.from)
  await noteVisit(call, user, 'second-factor.remove')
  return redirect(path)
}

const steps: ReadonlyMap<string, typeof begin> = new Map([
  ['confirm', confirm],
  ['renew', renew],
  ['remove', remove],
])

const checkPassword = ({ platform, fields, from }: PageCall, user: User) =>
  confirmPassword(platform, user, fields.get('pass') ?? '', from)

/** The page for the current state, or with an error. */
async function present(call: PageCall, user: User, { isWrong = false } = {}): Promise<string> {
  const { store } = call.platform
  if (await hasSecondFactor(call.platform, user.id)) {
    const left = await store.backupCodes.listOf(user.id)
    return removalForm(call, left.length, isWrong)
  }
  const factor = await store.secondFactors.find(user.id)
  return factor && isBegun(call)
    ? await codeForm(call, user, factor.secret, isWrong)
    : startForm(call, isWrong)
}
