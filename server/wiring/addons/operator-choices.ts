import type { OperatorChoice, OperatorChoices } from '#built-in-providers/operator-choice.ts'
import type { Settings } from '#settings/settings.ts'

type ChoiceSettings = Pick<
  Settings,
  'cellarUrl' | 'cellarAdminUrl' | 'cellarAccessKey' | 'cellarSecretKey' | 'cellarProgram'
>

/** What the settings say for single built-in providers. */
export const operatorChoices = (settings: ChoiceSettings): OperatorChoices =>
  new Map([['cellar-addon', cellarChoice(settings)]])

/** A server of somebody else, which needs no program here, or where the program of ours is. */
function cellarChoice(settings: ChoiceSettings): OperatorChoice {
  const { cellarUrl: url, cellarProgram: program } = settings
  const ofProgram = program === undefined ? {} : { program }
  if (url === undefined)
    return { handover: ofProgram, ...(program === undefined ? {} : { programs: [program] }) }
  const { cellarAdminUrl: adminUrl = url, cellarAccessKey: keyId } = settings
  const secret = settings.cellarSecretKey
  return { handover: { ...ofProgram, url, adminUrl, keyId, secret }, programs: [] }
}
