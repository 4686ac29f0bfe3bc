import { changeApplication } from '#cli/applications/change-application.ts'
import { settingChange, settingNames, settings } from '#cli/applications/settings.ts'
import { defineCommand, type Option } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { UsageError } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { duplicateOption } from '#cli/resolve/free-name.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'

const words = 'config update'

/** `--enable-x` and `--disable-x` of a switch, `--x <value>` of any other setting. */
const settingOptions: Record<string, Option> = Object.fromEntries(
  settingNames.flatMap((name): [string, Option][] => {
    const { kind, summary } = settings[name]
    if (kind === 'text') return [[name, { type: 'string', value: 'value', summary }]]
    return [
      [`enable-${name}`, { type: 'boolean', summary }],
      [`disable-${name}`, { type: 'boolean', summary: `Disable ${name}` }],
    ]
  }),
)

export const configUpdate = defineCommand({
  words,
  summary: 'Change several settings of an application at once',
  options: { ...duplicateOption, ...applicationOptions, ...settingOptions },
  examples: ["berth config update --description 'The shop' --enable-force-https"],
  async handle(context) {
    const { output, options } = context
    const changes = readChanges(options)
    const session = await openSession(context)
    const address = await resolveApplication(session.client, context)
    const changed = await changeApplication(
      context,
      session,
      address,
      Object.assign({}, ...changes.map(({ change }) => change)),
    )
    const values = changes.map(({ name }) => [name, settings[name].read(changed)] as const)
    output.print(Object.fromEntries(values), () =>
      table(values.map(([name, value]) => [name, printable(String(value))])),
    )
    return 0
  },
})

function readChanges(options: Readonly<Record<string, unknown>>) {
  const changes = settingNames.flatMap((name) => {
    const [isOn, isOff] = [options[`enable-${name}`], options[`disable-${name}`]]
    if (isOn && isOff)
      throw new UsageError(`Pass either --enable-${name} or --disable-${name}, not both.`, words)
    const typed = isOn ? 'true' : isOff ? 'false' : options[name]
    return typeof typed === 'string' ? [{ name, change: settingChange(name, typed) }] : []
  })
  if (changes.length > 0) return changes
  throw new UsageError('Nothing to change.', words)
}
