import type { Recipe, Tool } from './recipe.ts'

/** Header of a deployment's log: tools and commands, reasons, and advice to the owner. */
export function describeRecipe(recipe: Recipe): string[] {
  const {
    prepare = [],
    beforeStart = [],
    workers = [],
    crons = [],
    home = [],
    copies = [],
  } = recipe
  const install = recipe.dependencies?.install
  return [
    `Recipe of the ${recipe.runtime} runtime:`,
    `  tools    ${recipe.tools.map(toolText).join(', ') || 'none'}`,
    ...[...home, ...copies].map(({ path }) => `  home     ~/${path}`),
    ...prepare.map((step) => `  prepare  ${commandText(step.command)}`),
    `  install  ${install ? commandText(install.command) : 'nothing to install'}`,
    ...recipe.build.map((step) => `  build    ${commandText(step.command)}`),
    ...beforeStart.map((step) => `  before   ${commandText(step.command)}`),
    `  ${(recipe.purpose ?? 'start').padEnd(9)}${commandText(recipe.start)}`,
    ...workers.map(({ command }) => `  worker   ${commandText(command)}`),
    ...crons.map(({ schedule, command }) => `  cron     ${schedule} ${commandText(command)}`),
    ...recipe.notes.map((note) => `  ${note}`),
    ...recipe.warnings.map((warning) => `Warning: ${warning}`),
  ]
}

const toolText = ({ name, version }: Tool) => `${name} ${version}`

/** A command as one line, whatever its arguments contain. */
export const commandText = (command: string[]) =>
  command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

const maxLength = 80

/** Short form for the owner: of a command run by a shell, the last line of its script. */
export function shortText(command: readonly string[]): string {
  const line = command.at(-1)?.trim().split('\n').at(-1) ?? ''
  const text = command.includes('-c') ? line : command.join(' ')
  const clean = text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean
}
