import { roles } from '#client/resources/accounts/members.ts'
import { memberTexts as texts } from '#console/texts/en/organisation/members.ts'

export const roleNames = roles

/** Roles to choose from. */
export const roleChoices = roles.map((role) => ({ value: role, label: texts.roles[role] }))
